import { ArrowLeft } from 'lucide-react'
import type { LegalPageText } from '@slipstream/contract/legal-documents'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { CalendarDay } from '#ui/calendar-day.tsx'
import { LegalArticle } from './legal-article.tsx'
import type { Drawing } from './legal-blocks.tsx'
import { Words, wordsOf } from './legal-values.tsx'
import { PageContents } from './page-contents.tsx'
import { POLICIES, RelatedPages, type PolicyPath } from './related-pages.tsx'
import type { KeyFigure } from './short-version.tsx'
import { EarlierVersions, VersionState } from './version-notes.tsx'

interface LegalPageProps extends Drawing {
  path: PolicyPath
  /** Undefined if it could not be loaded. */
  page: LegalPageText | undefined
  figures: readonly KeyFigure[]
  /** The cookie policy, on the page that contains it. */
  cookies?: LegalPageText | undefined
}

/** The layout of a policy: summary, short version, contents, and numbered sections. */
export const LegalPage = ({ path, page, cookies, figures, ...drawing }: LegalPageProps) => (
  <main className="mx-auto w-full max-w-[1360px] px-5 pt-28 pb-20 md:px-8 md:pt-32">
    <header className="max-w-[68ch]">
      <Button asChild>
        <Link to="/">
          <ArrowLeft aria-hidden />
          Back to Home
        </Link>
      </Button>
      <h1 className="display mt-8 text-display-l">{POLICIES[path].title}</h1>
      <p className="mt-4 text-body-l text-pretty text-muted">
        {page ? (
          <Words runs={page.text.lead} store={drawing.store} />
        ) : (
          'This text could not be loaded. Reload the page.'
        )}
      </p>
      {page && (
        <p className="mt-4 text-ui text-subtle">
          Last updated <CalendarDay at={latest(page, cookies)} />
        </p>
      )}
      {page && <VersionState path={path} page={page} parameter="version" />}
      {cookies && <VersionState path={path} page={cookies} parameter="cookies" />}
    </header>

    <div className="mt-10 grid gap-x-16 gap-y-10 lg:mt-14 lg:grid-cols-[13.5rem_minmax(0,68ch)] xl:grid-cols-[13.5rem_minmax(0,68ch)_minmax(0,1fr)]">
      {page && (
        <>
          <PageContents
            sections={page.text.sections.map(({ id, title }) => ({ id, title: wordsOf(title, drawing.store) }))}
          />
          <div className="min-w-0">
            <LegalArticle text={page.text} figures={figures} {...drawing} />
            <EarlierVersions path={path} page={page} parameter="version" />
            {cookies && <EarlierVersions path={path} page={cookies} parameter="cookies" />}
          </div>
        </>
      )}
      <RelatedPages path={path} />
    </div>
  </main>
)

const latest = (page: LegalPageText, cookies: LegalPageText | undefined) =>
  cookies && cookies.updatedAt > page.updatedAt ? cookies.updatedAt : page.updatedAt
