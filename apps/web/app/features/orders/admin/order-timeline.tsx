import type { TimelineEntry } from '@slipstream/contract/orders-admin'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { Moment } from '#ui/moment.tsx'
import { factsOf, iconOf, isAlarm, SOURCE_WORDS, titleOf } from './timeline-words.ts'

/** All events of an order: in the store, at Stripe, in the ledger, by e-mail and in the locker. */
export const OrderTimeline = ({ timeline }: { timeline: readonly TimelineEntry[] }) => (
  <Card title="Timeline" description="Events from the store, Stripe, the ledger, e-mails and downloads, oldest first.">
    <ol aria-label="Timeline" className="flex flex-col">
      {timeline.map((entry, place) => (
        <Entry key={place} entry={entry} />
      ))}
    </ol>
  </Card>
)

const Entry = ({ entry }: { entry: TimelineEntry }) => {
  const Icon = iconOf(entry)
  const { words, ids } = factsOf(entry)
  return (
    <li className="group relative flex gap-3 pb-5 last:pb-0">
      {/* The line to the next entry. */}
      <span className="absolute top-8 bottom-0 left-4 -translate-x-1/2 border-l group-last:hidden" aria-hidden="true" />
      <span
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-full bg-raised [&_svg]:size-4',
          isAlarm(entry) ? 'text-destructive' : 'text-muted',
        )}
        aria-hidden="true"
      >
        <Icon />
      </span>
      <div className="min-w-0 flex-1 pt-1 text-ui">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium wrap-anywhere">{titleOf(entry)}</span>
          <span className="text-small whitespace-nowrap text-muted">
            <Moment at={entry.at} />
          </span>
        </p>
        <p className="num text-small text-muted wrap-anywhere">
          {[entry.by === null ? SOURCE_WORDS[entry.source] : `By ${entry.by}`, ...words].join('\u00a0· ')}
        </p>
        {ids.length > 0 && <Ids ids={ids} />}
      </div>
    </li>
  )
}

/** Collapsed: the ids are needed only for a search at Stripe. */
const Ids = ({ ids }: { ids: readonly string[] }) => (
  <details className="text-caption">
    <summary className="inline-flex min-h-6 items-center rounded-sm text-muted hover:text-foreground">Show ids</summary>
    {ids.map((id) => (
      <code key={id} className="block font-mono text-subtle wrap-anywhere">
        {id}
      </code>
    ))}
  </details>
)
