import type { UserEvent } from '@slipstream/contract/users-detail'
import { Link } from '#lib/link.ts'
import { useFocusOnNew } from '#lib/use-paged-list.ts'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Moment } from '#ui/moment.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { iconOf, isAlarm, wordsOf } from './timeline-words.ts'
import { useTimeline } from './users.queries.ts'

const AT_A_TIME = 30

/** Everything that happened to an account, newest first. */
export const UserTimeline = ({ id }: { id: number }) => {
  const { list, events } = useTimeline(id)
  const { list: place, expectMore } = useFocusOnNew<HTMLOListElement>(events.length, ':scope > li')
  return (
    <Card title="Timeline" actions={<span className="text-caption text-muted">Newest first</span>}>
      {list.isPending && (
        <div role="status" aria-label="Loading the timeline">
          <Skeleton className="h-64 rounded-xl" />
        </div>
      )}
      {list.error && (
        <ErrorState
          title="The timeline could not be loaded."
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      <ol ref={place} aria-label="Timeline" className="flex flex-col">
        {events.map((event) => (
          <Entry key={event.key} event={event} />
        ))}
      </ol>
      {(list.hasNextPage || events.length > AT_A_TIME) && (
        <div className="mt-4">
          <LoadMore
            shown={events.length}
            step={AT_A_TIME}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onLoadMore={() => {
              expectMore()
              void list.fetchNextPage()
            }}
          />
        </div>
      )}
    </Card>
  )
}

const Entry = ({ event }: { event: UserEvent }) => {
  const Icon = iconOf(event)
  const { verb, rest, to } = wordsOf(event)
  return (
    <li className="group relative flex gap-3 pb-4 last:pb-0">
      {/* The line to the next entry. */}
      <span className="absolute top-8 bottom-0 left-4 -translate-x-1/2 border-l group-last:hidden" aria-hidden="true" />
      <span
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-full bg-raised [&_svg]:size-4',
          isAlarm(event) ? 'text-destructive' : 'text-muted',
        )}
        aria-hidden="true"
      >
        <Icon />
      </span>
      <div className="min-w-0 flex-1 pt-1 text-small">
        <p className="wrap-anywhere">
          {event.by !== null && <span className="text-muted">{event.by}: </span>}
          {verb}
          {event.about && (
            <>
              {' '}
              {to ? (
                <Link to={to} className="rounded-sm font-medium underline-offset-4 hover:underline">
                  {event.about}
                </Link>
              ) : (
                <span className="font-medium">{event.about}</span>
              )}
            </>
          )}
          {rest && `, ${rest}`}
        </p>
        {event.detail && <p className="text-muted whitespace-pre-line wrap-anywhere">{event.detail}</p>}
        <p className="text-caption text-muted">
          <Moment at={event.at} />
        </p>
      </div>
    </li>
  )
}
