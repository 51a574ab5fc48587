import { useEffect, useRef } from 'react'

const CURRENT = '[aria-current],[data-state=active]'

/** A tab bar may be wider than a phone's screen, so the current tab is scrolled to its center. */
export const useTabInView = <Element extends HTMLElement>() => {
  const bar = useRef<Element>(null)
  const shown = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>(CURRENT) ?? null
    if (!bar.current || tab === shown.current) return
    shown.current = tab
    bar.current.scrollLeft = tab ? tab.offsetLeft - (bar.current.clientWidth - tab.clientWidth) / 2 : 0
  })
  return bar
}
