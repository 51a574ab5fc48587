import type { LegalBlock } from '@slipstream/contract/legal-documents'
import { Blocks, type Drawing, Item } from './legal-blocks.tsx'

export interface KeyFigure {
  value: string
  label: string
}

interface ShortVersionProps extends Drawing {
  figures: readonly KeyFigure[]
  blocks: readonly LegalBlock[]
}

export const ShortVersion = ({ figures, blocks, ...drawing }: ShortVersionProps) => (
  <section aria-labelledby="short-version" className="surface rounded-2xl p-5 sm:p-6">
    <h2 id="short-version" className="text-title">
      The short version
    </h2>
    <dl className="mt-5 grid gap-px overflow-hidden rounded-xl border border-border bg-border sm:grid-cols-3">
      {figures.map(({ value, label }) => (
        <div
          key={label}
          className="flex flex-row-reverse items-baseline justify-end gap-3 bg-card p-4 sm:flex-col-reverse sm:items-start sm:gap-1.5"
        >
          <dt className="text-small leading-snug text-muted">{label}</dt>
          <dd className="display num text-xl whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
    {blocks.map((block, place) =>
      block.kind === 'list' ? (
        <ul key={place} className="mt-5 grid list-disc gap-2.5 pl-5 text-body text-pretty marker:text-subtle">
          {block.items.map((item, at) => (
            <li key={at} className="pl-1">
              <Item item={item} store={drawing.store} />
            </li>
          ))}
        </ul>
      ) : (
        <div key={place} className="mt-5 text-body text-pretty">
          <Blocks blocks={[block]} {...drawing} />
        </div>
      ),
    )}
  </section>
)
