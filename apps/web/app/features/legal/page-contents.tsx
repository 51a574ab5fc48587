import { ChevronDown } from 'lucide-react'
import { useCurrentSection } from '#lib/use-current-section.ts'

/** A jump stops 88 px below the top of the window, so the section it leads to has passed this line. */
const READING_LINE_PX = 120

interface Entry {
  id: string
  title: string
}

/** The section number is for citing; hidden from screen readers, because the heading is enough. */
export const SectionNumber = ({ place }: { place: number }) => (
  <span
    aria-hidden
    className="mb-2 block font-mono text-caption font-medium tracking-normal text-subtle sm:mr-3 sm:mb-0 sm:inline"
  >
    {String(place + 1).padStart(2, '0')}
  </span>
)

/** Rendered twice, with one copy visible: beside the text where there is room, collapsed above it on a phone. */
export const PageContents = ({ sections }: { sections: readonly Entry[] }) => {
  const current = useCurrentSection(
    sections.map(({ id }) => id),
    READING_LINE_PX,
  )
  const entries = <EntryList sections={sections} current={current} />

  return (
    <>
      <nav
        aria-label="On this page"
        className="sticky top-24 hidden max-h-[calc(100dvh-8rem)] self-start overflow-y-auto pb-2 lg:block"
      >
        <p className="mb-3 text-ui font-semibold">On this page</p>
        {entries}
      </nav>
      <details className="surface group rounded-xl lg:hidden">
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between px-4 text-ui font-semibold [&::-webkit-details-marker]:hidden">
          On this page
          <ChevronDown
            aria-hidden
            className="size-4 text-muted transition-transform duration-200 group-open:rotate-180"
          />
        </summary>
        <nav aria-label="On this page" className="px-4 pb-4">
          {entries}
        </nav>
      </details>
    </>
  )
}

const EntryList = ({ sections, current }: { sections: readonly Entry[]; current: string | undefined }) => (
  <ol>
    {sections.map(({ id, title }) => (
      <li key={id}>
        <a
          href={`#${id}`}
          aria-current={id === current ? 'true' : undefined}
          className="block border-l border-border py-2 pl-4 text-ui leading-snug text-balance text-muted transition-colors hover:text-foreground aria-[current]:border-primary aria-[current]:text-foreground lg:py-1.5"
        >
          {title}
        </a>
      </li>
    ))}
  </ol>
)
