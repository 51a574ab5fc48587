import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { PageContents, SectionNumber } from './page-contents.tsx'
import { POLICIES, RelatedPages, type PolicyPath } from './related-pages.tsx'
import { ShortVersion, type KeyFigure } from './short-version.tsx'

interface LegalSection {
  id: string
  title: string
  body: ReactNode
}

interface LegalPageProps {
  path: PolicyPath
  summary: string
  /** A calendar day such as 2026-11-15. */
  updatedOn: string
  figures: readonly KeyFigure[]
  shortVersion: readonly string[]
  sections: readonly LegalSection[]
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const TEXT_STYLE = [
  'text-base leading-7 text-pretty text-foreground/85 [&>*+*]:mt-4 [&>*+table]:mt-6 [&>table+*]:mt-6 [&>dl+*]:mt-6 [&_strong]:font-semibold [&_strong]:text-foreground',
  '[&>ul]:list-disc [&>ul]:pl-5 [&>ul]:marker:text-subtle [&>ul>li+li]:mt-2',
  '[&>ol]:list-decimal [&>ol]:pl-6 [&>ol]:marker:text-subtle [&>ol>li+li]:mt-2',
].join(' ')

/** The layout of a policy: summary, short version, contents, and numbered sections. */
export const LegalPage = ({ path, summary, updatedOn, figures, shortVersion, sections }: LegalPageProps) => (
  <main className="mx-auto w-full max-w-[1360px] px-5 pt-28 pb-20 md:px-8 md:pt-32">
    <header className="max-w-[68ch]">
      <Button asChild>
        <Link to="/">
          <ArrowLeft aria-hidden />
          Back to Home
        </Link>
      </Button>
      <h1 className="display mt-8 text-display-l">{POLICIES[path].title}</h1>
      <p className="mt-4 text-body-l text-pretty text-muted">{summary}</p>
      <p className="mt-4 text-ui text-subtle">
        Last updated <time dateTime={updatedOn}>{longDate.format(new Date(updatedOn))}</time>
      </p>
    </header>

    <div className="mt-10 grid gap-x-16 gap-y-10 lg:mt-14 lg:grid-cols-[13.5rem_minmax(0,68ch)] xl:grid-cols-[13.5rem_minmax(0,68ch)_minmax(0,1fr)]">
      <PageContents sections={sections} />
      <article className="min-w-0">
        <ShortVersion figures={figures} points={shortVersion} />
        {sections.map(({ id, title, body }, place) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-14">
            <h2 id={`${id}-title`} className="display text-h3 leading-tight">
              <SectionNumber place={place} />
              {title}
            </h2>
            <div className={`mt-4 ${TEXT_STYLE}`}>{body}</div>
          </section>
        ))}
      </article>
      <RelatedPages path={path} />
    </div>
  </main>
)
