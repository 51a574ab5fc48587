import type { LegalText } from '@slipstream/contract/legal-documents'
import { Blocks, type Drawing } from './legal-blocks.tsx'
import { wordsOf } from './legal-values.tsx'
import { SectionNumber } from './page-contents.tsx'
import { ShortVersion, type KeyFigure } from './short-version.tsx'

const TEXT_STYLE = [
  'text-base leading-7 text-pretty text-foreground/85 [&>*+*]:mt-4 [&>*+table]:mt-6 [&>table+*]:mt-6 [&>dl+*]:mt-6 [&_strong]:font-semibold [&_strong]:text-foreground',
  '[&>ul]:list-disc [&>ul]:pl-5 [&>ul]:marker:text-subtle [&>ul>li+li]:mt-2',
  '[&>ol]:list-decimal [&>ol]:pl-6 [&>ol]:marker:text-subtle [&>ol>li+li]:mt-2',
].join(' ')

interface LegalArticleProps extends Drawing {
  text: LegalText
  /** Null for a text that is a part of another page. */
  figures: readonly KeyFigure[] | null
}

/** A legal text below its title: the short version and numbered sections. */
export const LegalArticle = ({ text: { opening, sections }, figures, ...drawing }: LegalArticleProps) => (
  <article className="min-w-0">
    {figures ? (
      <ShortVersion figures={figures} blocks={opening} {...drawing} />
    ) : (
      <div className={TEXT_STYLE}>
        <Blocks blocks={opening} {...drawing} />
      </div>
    )}
    {sections.map(({ id, title, blocks }, place) => (
      <section key={id} id={id} aria-labelledby={`${id}-title`} className="mt-14">
        <h2 id={`${id}-title`} className="display text-h3 leading-tight">
          <SectionNumber place={place} />
          {wordsOf(title, drawing.store)}
        </h2>
        <div className={`mt-4 ${TEXT_STYLE}`}>
          <Blocks blocks={blocks} {...drawing} />
        </div>
      </section>
    ))}
  </article>
)
