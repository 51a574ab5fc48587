import { useSyncExternalStore } from 'react'

const sectionInView = (ids: readonly string[], readingLinePx: number) => {
  const page = document.documentElement
  // The last sections may be too short to reach the line.
  if (window.scrollY + window.innerHeight >= page.scrollHeight - 1) return ids.at(-1)
  return ids.findLast((id) => {
    const section = document.getElementById(id)
    return section !== null && section.getBoundingClientRect().top <= readingLinePx
  })
}

const onScroll = (changed: () => void) => {
  window.addEventListener('scroll', changed, { passive: true })
  return () => window.removeEventListener('scroll', changed)
}

/**
 * The section the reader has scrolled to; none above the first one, and none on the server. A section is current once
 * its top passes the reading line; a jump to it must stop just above that line.
 */
export const useCurrentSection = (ids: readonly string[], readingLinePx: number): string | undefined =>
  useSyncExternalStore(
    onScroll,
    () => sectionInView(ids, readingLinePx),
    () => undefined,
  )
