import { CircleCheck, History } from 'lucide-react'
import type { Incident } from '@slipstream/contract/alerts'
import { Card } from '#ui/card.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Column } from '#ui/table.tsx'
import { ROWS_AT_A_TIME, usePastIncidents } from './alerts.queries.ts'
import { spanText } from './span-text.ts'

export const OpenIncidents = ({ incidents }: { incidents: readonly Incident[] }) => (
  <section aria-label="Open incidents" className="flex flex-col gap-3">
    {incidents.length === 0 && (
      <Card>
        <p className="flex items-center gap-2 text-ui">
          <CircleCheck aria-hidden="true" className="size-5 text-success" />
          No open incidents.
        </p>
      </Card>
    )}
    {incidents.map(({ id, title, subject, problem, openedAt, toldAt }) => (
      <Notice key={id} tone="destructive" title={subject === '' ? title : `${title}: ${subject}`}>
        <p className="wrap-anywhere">{problem}</p>
        <p className="mt-1 text-small text-muted">
          Since <Moment at={openedAt} />. {toldAt === null ? 'Nobody was told.' : 'The owner was told.'}
        </p>
      </Notice>
    ))}
  </section>
)

const COLUMNS: readonly Column<Incident>[] = [
  {
    key: 'what',
    header: 'Incident',
    card: 'title',
    cell: ({ title, subject, problem }) => (
      <span className="block py-1.5">
        <span className="block">{subject === '' ? title : `${title}: ${subject}`}</span>
        <span className="block text-small font-normal text-muted wrap-anywhere">{problem}</span>
      </span>
    ),
  },
  { key: 'begin', header: 'Began', card: 'fact', cell: ({ openedAt }) => <Moment at={openedAt} /> },
  {
    key: 'lasted',
    header: 'Lasted',
    isNumeric: true,
    card: 'labeled',
    cell: ({ openedAt, endedAt }) => spanText(Date.parse(endedAt ?? openedAt) - Date.parse(openedAt)),
  },
  { key: 'told', header: 'Told', card: 'labeled', cell: ({ toldAt }) => (toldAt === null ? 'No' : 'Yes') },
]

export const PastIncidents = () => {
  const { list, items } = usePastIncidents()
  return (
    <section aria-labelledby="past-incidents" className="flex flex-col gap-3">
      <h2 id="past-incidents" className="text-base font-semibold">
        Earlier incidents
      </h2>
      <DataTable
        caption="Earlier incidents"
        query={list}
        failure="The earlier incidents could not be loaded."
        columns={COLUMNS}
        rows={items}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={<History />} title="No earlier incidents" />}
        step={ROWS_AT_A_TIME}
      />
    </section>
  )
}
