import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { useCurrentSection } from '#lib/use-current-section.ts'

/** The sections of the page in order, by their URL fragment. */
const SECTIONS = [
  { id: 'archive', title: 'Archive' },
  { id: 'price', title: 'Price' },
  { id: 'basics', title: 'Basics' },
  { id: 'story', title: 'Story' },
  { id: 'configurations', title: 'Configurations' },
  { id: 'pictures', title: 'Pictures' },
  { id: 'releases', title: 'Releases' },
  { id: 'related', title: 'Related' },
]
const IDS = SECTIONS.map(({ id }) => id)

/** Just below the point where a jump stops: under these links, and on a phone also under the top bar. */
const READING_LINE_PX = 120

/** Links to the sections of the form. They stay visible and mark the section that is in view. */
export const SectionNav = () => {
  const current = useCurrentSection(IDS, READING_LINE_PX)
  return (
    <div className="sticky top-14 z-20 bg-background md:top-0">
      <NavTabs label="Sections of the form">
        {SECTIONS.map(({ id, title }) => (
          <NavTab key={id} isCurrent={id === (current || IDS[0])}>
            <a href={`#${id}`}>{title}</a>
          </NavTab>
        ))}
      </NavTabs>
    </div>
  )
}
