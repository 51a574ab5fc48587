import type { ReactNode } from 'react'
import { countText } from '#lib/counts.ts'
import { useFocusOnNew } from '#lib/use-paged-list.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { LoadMore, type ListTotal } from '#ui/load-more.tsx'
import { Notice } from '#ui/notice.tsx'
import { type RowKey, type Selection, Table, type TableProps } from '#ui/table.tsx'

/** The part of a query that the table reads, paged or not. */
interface RowsQuery {
  isPending: boolean
  isFetching: boolean
  /** The rows belong to the previous filters until the new ones arrive. */
  isPlaceholderData?: boolean
  error: Error | null
  refetch: () => unknown
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  fetchNextPage?: () => unknown
}

interface DataTableProps<Row> extends Omit<TableProps<Row>, 'isLoading' | 'selection'> {
  query: RowsQuery
  /** What failed, in plain words: "The mods could not be loaded." */
  failure: string
  /** Rows can be selected; their actions appear at the bottom of the screen. */
  selection?: Selection<Row> & { actions: (selected: readonly Row[]) => ReactNode }
  /** The page size. Below the rows are the number shown and a "Load more" button. */
  step?: number
  total?: ListTotal | undefined
}

/** An admin table in all its states: loading, failed, empty, filled, and with selected rows. */
export const DataTable = <Row,>({ query, failure, selection, step, total, ...table }: DataTableProps<Row>) => {
  const { rows, rowKey } = table
  const hasRows = rows.length > 0
  const selected = selection ? rows.filter((row) => selection.selected.has(rowKey(row))) : []
  const retry = () => void query.refetch()
  const { list, expectMore } = useFocusOnNew<HTMLDivElement>(rows.length, 'tbody > tr')

  return (
    <div className="flex flex-col gap-3">
      {query.error && hasRows && (
        <Notice
          tone="destructive"
          title={failure}
          actions={
            <Button size="sm" variant="outline" isLoading={query.isFetching} onClick={retry}>
              Try again
            </Button>
          }
        >
          {failureText(query.error)} What you see may be out of date.
        </Notice>
      )}
      <Card isFlush>
        {query.error && !hasRows ? (
          <ErrorState title={failure} error={query.error} onRetry={retry} isRetrying={query.isFetching} />
        ) : (
          <div ref={list} className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}>
            <Table {...table} isLoading={query.isPending} selection={selection} />
          </div>
        )}
        {hasRows && step !== undefined && (
          <Foot query={query} shown={rows.length} step={step} total={total} onLoad={expectMore} />
        )}
      </Card>
      {selection && selected.length > 0 && (
        <div
          role="region"
          aria-label="Selected rows"
          className="sticky bottom-3 z-20 flex animate-rise-in flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border bg-popover px-4 py-2.5 shadow-float"
        >
          <p role="status" className="num text-ui font-medium">
            {countText(selected.length)} selected
          </p>
          <div className="flex flex-wrap items-center gap-2">{selection.actions(selected)}</div>
          <Button variant="ghost" size="sm" className="ml-auto" onClick={() => selection.onSelect(new Set<RowKey>())}>
            Clear
          </Button>
        </div>
      )}
    </div>
  )
}

interface FootProps extends Pick<DataTableProps<never>, 'query' | 'total'> {
  shown: number
  step: number
  onLoad: () => void
}

const Foot = ({ query, onLoad, ...list }: FootProps) => (
  <div className="border-t px-4 py-3 md:px-5">
    <LoadMore
      {...list}
      hasMore={query.hasNextPage ?? false}
      isLoading={query.isFetchingNextPage ?? false}
      onLoadMore={() => {
        onLoad()
        void query.fetchNextPage?.()
      }}
    />
  </div>
)
