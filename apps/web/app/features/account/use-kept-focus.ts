import { useLayoutEffect, useRef } from 'react'

/**
 * For a part of the page that changes its face and so may take away the control that was just used: the focus then
 * stays with the part instead of falling back to the top of the page. A face of undefined is
 * one that is not known yet.
 */
export const useKeptFocus = <Part extends HTMLElement>(face: unknown) => {
  const part = useRef<Part>(null)
  const shownFace = useRef(face)

  useLayoutEffect(() => {
    const isFirst = shownFace.current === undefined
    if (shownFace.current === face) return
    shownFace.current = face
    // Its place on the screen is right already: it is where the person has just done something.
    if (!isFirst && document.activeElement === document.body) part.current?.focus({ preventScroll: true })
  }, [face])

  return part
}
