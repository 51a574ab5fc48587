import type { TraceRow, TraceView } from '@slipstream/contract/traces'
import { VERDICT_WORDS } from '@slipstream/contract/trace-words'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import type { Tone } from '#ui/tone-style.ts'
import { useTraces } from './traces.queries.ts'

type Verdict = NonNullable<TraceRow['verdict']>

const TONES: Record<Verdict, Tone> = { match: 'success', several: 'success', none: 'neutral', 'too-little': 'neutral' }

const stateOf = ({ verdict, failure }: TraceRow) => {
  if (verdict) return <Status tone={TONES[verdict]}>{VERDICT_WORDS[verdict].label}</Status>
  return failure ? <Status tone="destructive">Not read</Status> : <Status tone="info">Not finished</Status>
}

/** Earlier traces. The list names nobody; opening a trace may require reauthentication. */
export const EarlierTraces = ({ current }: { current: TraceView['id'] | null }) => {
  const { list, items } = useTraces()
  return (
    <Card title="Earlier traces">
      {list.isPending && <Skeleton className="h-10 rounded-xl" />}
      {list.error && items.length === 0 && (
        <ErrorState title="The traces could not be loaded." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && items.length === 0 && <p className="text-small text-muted">No file has been traced yet.</p>}
      <ul className="flex flex-col">
        {items.map((row) => (
          <li
            key={row.id}
            className="flex items-center justify-between gap-3 border-t border-border py-3 first:border-0"
          >
            <div className="min-w-0">
              <Link
                to={`/admin/mods?tab=trace&trace=${row.id}`}
                aria-current={row.id === current || undefined}
                className="rounded-sm text-ui font-medium wrap-anywhere underline-offset-4 hover:underline"
              >
                {row.fileName}
              </Link>
              <p className="text-caption text-muted">
                <Moment at={row.createdAt} />, {row.startedBy ? `by ${row.startedBy}` : 'from the terminal'}
              </p>
            </div>
            <span className="text-small">{stateOf(row)}</span>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          size="sm"
          variant="outline"
          isLoading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </Card>
  )
}
