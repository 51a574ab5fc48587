import type { VisitReport } from '@slipstream/contract/analytics-visits'
import { countText, plural } from '#lib/counts.ts'
import { ChartFrame } from '#ui/chart-frame.tsx'
import { ExportLink } from '#ui/export-link.tsx'
import { LazyAreaChart } from '#ui/lazy-chart.tsx'
import { Change } from './change.tsx'
import { dayWords, percentWords, shortDayWords } from './figure-words.ts'
import { Funnel } from './funnel.tsx'
import { ReportFigure } from './report-figure.tsx'
import { ReportState } from './report-state.tsx'
import type { SalesQuery } from './sales.queries.ts'
import { VisitLists } from './visit-lists.tsx'
import { useVisitReport } from './visits.queries.ts'

/** Visitors, the funnel to an order, and searches. */
export const VisitOverview = ({ query }: { query: SalesQuery }) => (
  <>
    <ReportState query={useVisitReport(query)} failure="The visits could not be loaded.">
      {(report) => (
        <>
          <Totals report={report} query={query} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
            <VisitorChart report={report} />
            <Funnel visits={report.now} description={`${shortDayWords(report.from)} – ${shortDayWords(report.to)}`} />
          </div>
        </>
      )}
    </ReportState>
    <VisitLists query={query} />
  </>
)

/** Null without visitors, because the rate is undefined then. */
const conversionOf = ({ orders, visitors }: VisitReport['now']) =>
  visitors === 0 ? null : Math.min(1, orders / visitors)

const Totals = ({ report: { now, before, botViews, lost }, query }: { report: VisitReport; query: SalesQuery }) => {
  const [rate, rateBefore] = [conversionOf(now), before && conversionOf(before)]
  return (
    <section aria-label="Visits" className="surface rounded-2xl p-4 md:p-5">
      <ul className="flex flex-wrap gap-x-10 gap-y-4">
        <Count name="Visitors" definition="visitors" now={now.visitors} before={before?.visitors} />
        <Count name="Page views" definition="views" now={now.views} before={before?.views} />
        <li>
          <ReportFigure name="Conversion" definition="conversion" value={rate === null ? 'None' : percentWords(rate)}>
            {rate !== null && rateBefore !== null && (
              <>
                <Change now={rate} before={rateBefore} isRate />
                <span>was {percentWords(rateBefore)}</span>
              </>
            )}
          </ReportFigure>
        </li>
        <li className="ml-auto self-center">
          <ExportLink to="/api/admin/analytics/visits/export" query={query} />
        </li>
      </ul>
      <p className="num mt-4 text-caption text-muted">
        {plural(botViews, 'page view')} by bots left out.
        {lost > 0 && ` ${plural(lost, 'event')} of the last week could not be recorded.`}
      </p>
    </section>
  )
}

interface CountProps {
  name: string
  definition: 'visitors' | 'views'
  now: number
  before: number | undefined
}

const Count = ({ name, definition, now, before }: CountProps) => (
  <li>
    <ReportFigure name={name} definition={definition} value={countText(now)}>
      {before !== undefined && (
        <>
          <Change now={now} before={before} />
          <span>was {countText(before)}</span>
        </>
      )}
    </ReportFigure>
  </li>
)

const VisitorChart = ({ report }: { report: VisitReport }) => (
  <ChartFrame
    title={report.compared ? 'Visitors by day, against the earlier days (dashed)' : 'Visitors by day'}
    figure={countText(report.now.visitors)}
    note={report.isUnfinished ? 'The last point is today so far.' : undefined}
    data={report.days.map(({ day, now, before }) => ({
      day,
      label: shortDayWords(day),
      title: dayWords(day),
      value: now.visitors,
      views: now.views,
      ...(before && { previous: before.visitors }),
    }))}
    pointKey={({ day }) => day}
    columns={[
      { header: 'Day', cell: ({ day }) => dayWords(day) },
      { header: 'Visitors', cell: ({ value }) => countText(value), isNumeric: true },
      { header: 'Page views', cell: ({ views }) => countText(views), isNumeric: true },
    ]}
  >
    {(data) => (
      <LazyAreaChart
        data={data}
        label={`Visitors by day, ${countText(report.now.visitors)} in all`}
        format={countText}
        formatTick={countText}
        isUnfinished={report.isUnfinished && data.length > 1}
        names={{ value: 'Visitors', previous: 'Before' }}
      />
    )}
  </ChartFrame>
)
