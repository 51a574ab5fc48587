import { type RefObject, useEffect, useState } from 'react'

/** Whether the marked strip at the top of the page has been scrolled away. Costs nothing while scrolling. */
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
