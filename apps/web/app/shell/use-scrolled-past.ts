import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether the marked strip at the top has scrolled out of view. An IntersectionObserver, so scrolling costs nothing.
 */
export const useScrolledPast = (strip: RefObject<HTMLElement | null>): boolean => {
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    if (!strip.current) return
    const observer = new IntersectionObserver(([entry]) => setIsPast(entry?.isIntersecting === false))
    observer.observe(strip.current)
    return () => observer.disconnect()
  }, [strip])
  return isPast
}
