import { SearchX } from 'lucide-react'
import type { DashboardDays } from '@slipstream/contract/analytics-terms'
import { countText } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Funnel } from './funnel.tsx'
import { ReportState } from './report-state.tsx'
import { useVisitReport, useVisitSearches } from './visits.queries.ts'

/** On the dashboard: the funnel to a sale, and searches without results. */
export const VisitCards = ({ days }: { days: DashboardDays }) => {
  const query = { days, compare: 'none' } as const
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
      <ReportState query={useVisitReport(query)} failure="The visits could not be loaded.">
        {({ now }) => <Funnel visits={now} description={`Visitors of the last ${days} days`} />}
      </ReportState>
      <ReportState query={useVisitSearches(query)} failure="The searches could not be loaded.">
        {({ missed }) => <MissedSearches rows={missed} days={days} />}
      </ReportState>
    </div>
  )
}

const SHOWN = 6

interface MissedSearchesProps {
  rows: readonly { name: string; count: number }[]
  days: DashboardDays
}

const MissedSearches = ({ rows, days }: MissedSearchesProps) => (
  <Card
    title="Searches without results"
    description={`What visitors searched for and did not find in the last ${days} days`}
  >
    {rows.length === 0 ? (
      <EmptyState icon={<SearchX />} title="Every search found something" />
    ) : (
      <ol className="flex flex-col divide-y">
        {rows.slice(0, SHOWN).map(({ name, count }) => (
          <li key={name} className="flex items-baseline gap-3 py-2 text-ui">
            <Link
              to={`/mods?q=${encodeURIComponent(name)}`}
              className="min-w-0 flex-1 rounded-sm break-words underline-offset-4 hover:underline"
            >
              {name}
            </Link>
            <span className="num text-muted">{countText(count)} ×</span>
          </li>
        ))}
      </ol>
    )}
  </Card>
)
