import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { useCurrentSection } from '#lib/use-current-section.ts'

/** Sections of other features, which the page fills. */
export const OTHER_SECTIONS = [{ id: 'reviews', title: 'Reviews' }] as const
export type OtherSections = Record<(typeof OTHER_SECTIONS)[number]['id'], ReactNode>

const SECTIONS = [
  { id: 'overview', title: 'Overview' },
  { id: 'specifications', title: 'Specifications' },
  { id: 'compatibility', title: 'Compatibility' },
  { id: 'changelog', title: 'Changelog' },
  ...OTHER_SECTIONS,
]
const IDS = SECTIONS.map(({ id }) => id)

/** Where a jump stops: the header's 88 px plus the height of these tabs. */
const READING_LINE_PX = 160

/** Links to the page sections. They stick below the header and mark the current section. */
export const SectionTabs = () => {
  const current = useCurrentSection(IDS, READING_LINE_PX)
  return (
    <div
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
