import { Timer } from 'lucide-react'
import { useState } from 'react'
import type { RouteReport } from '@slipstream/contract/analytics-performance'
import { countText, plural } from '#lib/counts.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { percentWords } from './figure-words.ts'
import { ReportState } from './report-state.tsx'
import { type RouteDays, useRouteTimes } from './visits.queries.ts'

const RANGES = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
] as const

/** The slowest routes of the store, and how often it failed. */
export const RouteTimes = () => {
  const [days, setDays] = useState<RouteDays>('7')
  const report = useRouteTimes(days)
  return (
    <ReportState query={report} failure="The response times could not be loaded.">
      {(data) => (
        <Card
          title="Slowest routes of the store"
          description={<Summary report={data} />}
          actions={
            <NativeSelect
              aria-label="Period"
              size="sm"
              options={RANGES}
              value={days}
              onValueChange={(value) => setDays(value as RouteDays)}
            />
          }
          isFlush
        >
          <Table
            caption="Slowest routes"
            columns={COLUMNS}
            rows={data.routes}
            rowKey={({ route }) => route}
            empty={
              <EmptyState
                icon={<Timer />}
                title="Not enough requests yet"
                description="A route is listed after 20 requests. Times are added once a minute."
              />
            }
          />
        </Card>
      )}
    </ReportState>
  )
}

const Summary = ({ report: { requests, failures } }: { report: RouteReport }) => (
  <span className="num">
    {plural(requests, 'request')}, {countText(failures)} failed because of the store
    {requests > 0 && ` (error rate ${percentWords(failures / requests)})`}
  </span>
)

type Row = RouteReport['routes'][number]

const milliseconds = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 })
const ms = (value: number) => `${milliseconds.format(value)} ms`

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'route',
    header: 'Route',
    cell: ({ route }) => <code className="font-mono text-small break-all">{route}</code>,
  },
  { key: 'p95', header: '95 % below', isNumeric: true, card: 'status', cell: ({ p95Ms }) => ms(p95Ms) },
  { key: 'p50', header: 'Median', isNumeric: true, card: 'labeled', cell: ({ p50Ms }) => ms(p50Ms) },
  {
    key: 'requests',
    header: 'Requests',
    isNumeric: true,
    card: 'labeled',
    cell: ({ requests }) => countText(requests),
  },
  {
    key: 'failures',
    header: 'Failed',
    isNumeric: true,
    card: 'labeled',
    cell: ({ failures, requests }) =>
      failures === 0 ? '–' : `${countText(failures)} (${percentWords(failures / requests)})`,
  },
]
