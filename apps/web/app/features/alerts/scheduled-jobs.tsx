import { CalendarClock } from 'lucide-react'
import type { ScheduledJob } from '@slipstream/contract/alerts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { spanText } from './span-text.ts'

const COLUMNS: readonly Column<ScheduledJob>[] = [
  { key: 'name', header: 'Job', card: 'title', cell: ({ name }) => <code className="font-mono">{name}</code> },
  {
    key: 'state',
    header: 'State',
    card: 'status',
    cell: ({ isLate, succeededAt }) => <State isLate={isLate} hasRun={succeededAt !== null} />,
  },
  { key: 'period', header: 'Every', isNumeric: true, card: 'labeled', cell: ({ periodMs }) => spanText(periodMs) },
  { key: 'grace', header: 'Grace', isNumeric: true, card: 'labeled', cell: ({ graceMs }) => spanText(graceMs) },
  {
    key: 'success',
    header: 'Last success',
    card: 'labeled',
    cell: ({ succeededAt }) => (succeededAt === null ? 'Never' : <Moment at={succeededAt} />),
  },
  {
    key: 'duration',
    header: 'Took',
    isNumeric: true,
    card: 'labeled',
    hideBelow: 'lg',
    cell: ({ durationMs }) => (durationMs === null ? '–' : spanText(durationMs)),
  },
  {
    key: 'failure',
    header: 'Last failure',
    card: 'labeled',
    hideBelow: 'xl',
    cell: ({ failedAt }) => (failedAt === null ? 'None' : <Moment at={failedAt} />),
  },
]

const State = ({ isLate, hasRun }: { isLate: boolean; hasRun: boolean }) => {
  if (isLate) return <Status tone="destructive">Late</Status>
  return hasRun ? <Status tone="success">On time</Status> : <Status tone="neutral">Expected</Status>
}

export const ScheduledJobs = ({ jobs }: { jobs: readonly ScheduledJob[] }) => (
  <section aria-labelledby="scheduled-jobs" className="flex flex-col gap-3">
    <div>
      <h2 id="scheduled-jobs" className="text-base font-semibold">
        Scheduled jobs
      </h2>
      <p className="text-small text-muted">A job is late when its period and its grace are over without a success.</p>
    </div>
    <Card isFlush>
      <Table
        caption="Scheduled jobs"
        columns={COLUMNS}
        rows={jobs}
        rowKey={({ name }) => name}
        empty={<EmptyState icon={<CalendarClock />} title="No worker has started yet" />}
      />
    </Card>
  </section>
)
