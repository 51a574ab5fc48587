import { Inbox } from 'lucide-react'
import { useState } from 'react'
import type { TicketSummary } from '@slipstream/contract/tickets'
import { Link } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { ChoicePills } from '#ui/choice-pills.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { briefly, STATUS_WORDS } from './ticket-words.ts'
import type { useTickets } from './tickets.queries.ts'

const STEP = 20

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'solved', label: 'Solved' },
] as const
type Filter = (typeof FILTERS)[number]['value']

const fits = ({ status }: TicketSummary, filter: Filter) =>
  filter === 'all' || (status === 'solved') === (filter === 'solved')

interface TicketListProps {
  tickets: ReturnType<typeof useTickets>
  currentId: number | null
}

/** The customer's tickets, the latest message first. */
export const TicketList = ({ tickets: { list, first, items }, currentId }: TicketListProps) => {
  const [filter, setFilter] = useState<Filter>('all')
  if (!first && list.error) {
    return (
      <ErrorState
        title="Your tickets could not be loaded."
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    )
  }
  if (!first) {
    return (
      <div role="status" aria-busy="true" aria-label="Loading your tickets">
        <Skeleton className="h-60 rounded-2xl" />
      </div>
    )
  }
  if (items.length === 0) {
    return (
      <div className="surface rounded-2xl">
        <EmptyState
          icon={<Inbox />}
          title="No tickets yet"
          description="Write to us, and the conversation appears here."
        />
      </div>
    )
  }
  const shown = items.filter((ticket) => fits(ticket, filter))
  return (
    <>
      <ChoicePills
        label="Show"
        className="pb-3"
        choices={FILTERS.map((each) => ({
          ...each,
          ...(each.value !== 'all' && { count: items.filter((ticket) => fits(ticket, each.value)).length }),
        }))}
        value={filter}
        onValueChange={setFilter}
      />
      {shown.length === 0 ? (
        <p className="surface rounded-2xl p-5 text-ui text-muted">No tickets here.</p>
      ) : (
        <ul className="surface divide-y overflow-clip rounded-2xl" aria-label="Your tickets">
          {shown.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} isCurrent={ticket.id === currentId} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="mt-4">
          <LoadMore
            shown={items.length}
            step={STEP}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onLoadMore={() => void list.fetchNextPage()}
          />
        </div>
      )}
    </>
  )
}

const TicketRow = ({ ticket, isCurrent }: { ticket: TicketSummary; isCurrent: boolean }) => {
  const { tone, word } = STATUS_WORDS[ticket.status]
  const isAnswered = ticket.status === 'waiting' && ticket.lastAuthor !== 'customer'
  return (
    <li className={cx('relative', isCurrent && 'bg-raised/70 shadow-[inset_2px_0_0_var(--primary)]')}>
      <Link
        to={`?ticket=${ticket.id}`}
        aria-current={isCurrent ? 'page' : undefined}
        className="block px-4 py-3 -outline-offset-2 hover:bg-raised/50"
      >
        <span className="flex items-baseline gap-3">
          <span className={cx('min-w-0 flex-1 truncate', isAnswered ? 'font-semibold' : 'font-medium')}>
            {ticket.subject}
          </span>
          <time dateTime={ticket.lastMessageAt} className="num shrink-0 text-caption text-muted">
            {briefly(ticket.lastMessageAt)}
          </time>
        </span>
        <span className="mt-1 flex items-center gap-2.5 text-small">
          <Status tone={tone}>{word}</Status>
          <span className="num truncate text-muted">Ticket {ticket.id}</span>
          {isAnswered && (
            <span className="ml-auto">
              <Badge tone="primary">New</Badge>
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
