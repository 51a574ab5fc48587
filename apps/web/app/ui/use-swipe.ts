import { type TouchEvent, useRef } from 'react'

const SHORTEST_PX = 40

/** Handlers for a horizontal swipe with one finger: -1 for the previous item, 1 for the next. */
export const useSwipe = (onSwipe: (step: -1 | 1) => void) => {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0]
      start.current = touches.length === 1 && finger ? { x: finger.clientX, y: finger.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0]
      if (!start.current || !finger) return
      const x = finger.clientX - start.current.x
      const y = finger.clientY - start.current.y
      start.current = null
      // A vertical move is scrolling.
      if (Math.abs(x) >= SHORTEST_PX && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1)
    },
  }
}
