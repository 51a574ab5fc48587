import { Inbox, SearchX } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { QueueGroup } from '@slipstream/contract/ticket-queue'
import type { QueueRow } from '@slipstream/contract/tickets-admin'
import { countText } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Filters } from '#ui/use-filters.ts'
import { useTypedText } from '#ui/use-typed-text.ts'
import type { FILTER_NAMES } from './desk-filters.ts'
import { QueueRowLink } from './queue-row.tsx'
import type { useQueue } from './tickets-admin.queries.ts'

const GROUP_WORDS: Record<QueueGroup, string> = {
  late: 'Late',
  soon: 'Due within two hours',
  later: 'Later',
  waiting: 'Waiting for customer',
}

interface QueuePaneProps {
  queue: ReturnType<typeof useQueue>
  filters: Filters<(typeof FILTER_NAMES)[number]>
  now: number
  currentId: number | null
  selected: ReadonlySet<number>
  onSelect: (id: number, isSelected: boolean) => void
  searchField: RefObject<HTMLInputElement | null>
}

/** The queue in groups with headings. Searches and other views are plain lists. */
export const QueuePane = ({ queue, filters, now, currentId, selected, onSelect, searchField }: QueuePaneProps) => {
  const { list, rows } = queue
  const [params] = useSearchParams()
  const typed = useTypedText(filters.values.q, (q) => filters.set({ q }, { isTyping: true }))
  const isGrouped = !filters.values.q && (filters.values.view === '' || filters.values.view === 'queue')
  const searchFor = (id: number) => {
    const next = new URLSearchParams(params)
    next.set('ticket', String(id))
    return `?${next.toString()}`
  }
  const rowLink = (row: QueueRow) => (
    <QueueRowLink
      key={row.id}
      row={row}
      now={now}
      search={searchFor(row.id)}
      isCurrent={row.id === currentId}
      isSelected={selected.has(row.id)}
      onSelect={(isSelected) => onSelect(row.id, isSelected)}
    />
  )
  return (
    <section aria-label="Queue" className="flex min-h-0 min-w-0 flex-col" aria-busy={list.isPending}>
      <form
        role="search"
        className="px-3 pt-3 pb-2"
        onSubmit={(event) => {
          event.preventDefault()
          typed.finish()
        }}
      >
        <SearchInput
          ref={searchField}
          size="sm"
          label="Search tickets"
          placeholder="Search tickets"
          maxLength={120}
          typed={typed}
          isPending={list.isPlaceholderData}
        />
      </form>
      {/* The rows are focusable, so the scroll container itself is no tab stop. */}
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-3" tabIndex={-1}>
        {list.isPending && <Loading />}
        {list.isError && rows.length === 0 && (
          <ErrorState
            title="The queue could not be loaded."
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        )}
        {list.isSuccess && rows.length === 0 && <Empty filters={filters} />}
        {isGrouped ? (
          (Object.keys(GROUP_WORDS) as QueueGroup[]).map((group) => (
            <Group
              key={group}
              name={GROUP_WORDS[group]}
              rows={rows.filter((row) => row.group === group)}
              rowLink={rowLink}
            />
          ))
        ) : (
          <ul>{rows.map(rowLink)}</ul>
        )}
        {list.hasNextPage && (
          <div className="px-4 pt-3">
            <Button
              variant="outline"
              size="sm"
              className="w-full"
              isLoading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Load 50 more
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

interface GroupProps {
  name: string
  rows: readonly QueueRow[]
  rowLink: (row: QueueRow) => React.ReactNode
}

const Group = ({ name, rows, rowLink }: GroupProps) => {
  const heading = useRef(`queue-${name.toLowerCase().replaceAll(' ', '-')}`).current
  if (rows.length === 0) return null
  return (
    <>
      <h2 id={heading} className="px-4 pt-3 pb-1.5 text-caption font-medium text-muted">
        {name} <span className="num text-subtle">{countText(rows.length)}</span>
      </h2>
      <ul aria-labelledby={heading}>{rows.map(rowLink)}</ul>
    </>
  )
}

const Loading = () => (
  <div className="flex flex-col gap-4 px-5 pt-4">
    {[0, 1, 2, 3, 4].map((line) => (
      <div key={line} className="flex flex-col gap-1.5">
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-3 w-1/2" />
      </div>
    ))}
  </div>
)

const Empty = ({ filters }: Pick<QueuePaneProps, 'filters'>) =>
  Object.values(filters.values).some(Boolean) ? (
    <EmptyState
      icon={<SearchX />}
      title="No tickets match these filters"
      action={
        <Button variant="outline" size="sm" onClick={filters.reset}>
          Clear filters
        </Button>
      }
    />
  ) : (
    <EmptyState icon={<Inbox />} title="Nothing is waiting" description="New tickets appear here as they arrive." />
  )
