import { useSyncExternalStore } from 'react'

/** A section counts as being read once its top is this far below the window's; a jump by its link stops just above. */
const READING_LINE_PX = 120

const sectionInView = (ids: readonly string[]) => {
  const page = document.documentElement
  // The last sections may be too short ever to reach the line.
  if (window.scrollY + window.innerHeight >= page.scrollHeight - 1) return ids.at(-1)
  return ids.findLast((id) => {
    const section = document.getElementById(id)
    return section !== null && section.getBoundingClientRect().top <= READING_LINE_PX
  })
}

const onScroll = (changed: () => void) => {
  window.addEventListener('scroll', changed, { passive: true })
  return () => window.removeEventListener('scroll', changed)
}

/** The section the reader has scrolled to; none above the first one, and none on the server. */
export const useCurrentSection = (ids: readonly string[]): string | undefined =>
  useSyncExternalStore(
    onScroll,
    () => sectionInView(ids),
    () => undefined,
  )
