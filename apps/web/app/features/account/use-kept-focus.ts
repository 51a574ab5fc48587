import { useLayoutEffect, useRef } from 'react'

/**
 * For a section that re-renders and may remove the control that was just used: the focus stays with the section instead
 * of falling back to the top of the page. `face` is what the section shows; undefined means that it is not known yet.
 */
export const useKeptFocus = <Part extends HTMLElement>(face: unknown) => {
  const part = useRef<Part>(null)
  const shownFace = useRef(face)

  useLayoutEffect(() => {
    const isFirst = shownFace.current === undefined
    if (shownFace.current === face) return
    shownFace.current = face
    // No scrolling: the user is already looking at this section.
    if (!isFirst && document.activeElement === document.body) part.current?.focus({ preventScroll: true })
  }, [face])

  return part
}
