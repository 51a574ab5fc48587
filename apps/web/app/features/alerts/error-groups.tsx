import { Bug } from 'lucide-react'
import type { ErrorGroup } from '@slipstream/contract/alerts'
import { countText } from '#lib/counts.ts'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Moment } from '#ui/moment.tsx'
import type { Column } from '#ui/table.tsx'
import { ROWS_AT_A_TIME, useErrorGroups } from './alerts.queries.ts'

const COLUMNS: readonly Column<ErrorGroup>[] = [
  {
    key: 'cause',
    header: 'Cause',
    card: 'title',
    cell: ({ name, message, place }) => (
      <span className="block py-1.5">
        <span className="block wrap-anywhere">
          {name}: {message}
        </span>
        {place !== '' && <code className="block font-mono text-small text-muted wrap-anywhere">{place}</code>}
      </span>
    ),
  },
  { key: 'count', header: 'Times', isNumeric: true, card: 'labeled', cell: ({ count }) => countText(count) },
  { key: 'first', header: 'First', card: 'labeled', cell: ({ firstAt }) => <Moment at={firstAt} /> },
  { key: 'last', header: 'Last', card: 'labeled', cell: ({ lastAt }) => <Moment at={lastAt} /> },
  { key: 'source', header: 'Process', card: 'labeled', hideBelow: 'lg', cell: ({ source }) => source },
  { key: 'version', header: 'Version', card: 'labeled', hideBelow: 'xl', cell: ({ version }) => version },
]

/** Logged errors, grouped by cause. */
export const ErrorGroups = () => {
  const { list, items } = useErrorGroups()
  return (
    <section aria-labelledby="error-groups" className="flex flex-col gap-3">
      <div>
        <h2 id="error-groups" className="text-base font-semibold">
          Errors by cause
        </h2>
        <p className="text-small text-muted">All processes, latest first. Counted every 10 s, kept for 30 days.</p>
      </div>
      <DataTable
        caption="Errors by cause"
        query={list}
        failure="The errors could not be loaded."
        columns={COLUMNS}
        rows={items}
        rowKey={({ fingerprint }) => fingerprint}
        empty={<EmptyState icon={<Bug />} title="No errors in the last 30 days" />}
        step={ROWS_AT_A_TIME}
      />
    </section>
  )
}
