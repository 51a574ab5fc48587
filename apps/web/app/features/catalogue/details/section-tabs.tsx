import { useEffect, useRef } from 'react'
import { cx } from '#ui/cx.ts'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { useCurrentSection } from '#lib/use-current-section.ts'

const SECTIONS = [
  { id: 'overview', title: 'Overview' },
  { id: 'specifications', title: 'Specifications' },
  { id: 'compatibility', title: 'Compatibility' },
  { id: 'changelog', title: 'Changelog' },
  { id: 'reviews', title: 'Reviews' },
]
const IDS = SECTIONS.map(({ id }) => id)

/** Where a jump stops: the header's 88 px plus the height of these tabs. */
const READING_LINE_PX = 160

/** Links to the page sections. They stick below the header and mark the current section. */
export const SectionTabs = () => {
  const current = useCurrentSection(IDS, READING_LINE_PX)
  const bar = useRef<HTMLDivElement>(null)

  // On a phone the tabs are wider than the window.
  useEffect(() => {
    const list = bar.current?.querySelector('nav')
    const tab = list?.querySelector<HTMLElement>('[aria-current]')
    if (list) list.scrollLeft = tab ? tab.offsetLeft - (list.clientWidth - tab.clientWidth) / 2 : 0
  }, [current])

  return (
    <div
      ref={bar}
      className={cx(
        'sticky top-[76px] z-30 -mx-5 bg-background px-5 md:-mx-8 md:px-8 lg:mx-0 lg:px-0',
        // Content that has scrolled past would show around the header.
        current && 'before:absolute before:inset-x-0 before:bottom-full before:h-20 before:bg-background',
      )}
    >
      <NavTabs label="On this page">
        {SECTIONS.map(({ id, title }) => (
          <NavTab key={id} isCurrent={id === current}>
            <a href={`#${id}`}>{title}</a>
          </NavTab>
        ))}
      </NavTabs>
    </div>
  )
}
