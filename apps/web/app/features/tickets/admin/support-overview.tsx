import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { SUPPORT_PERIOD_DAYS } from '@slipstream/contract/ticket-terms'
import type { SupportOverview as Overview } from '@slipstream/contract/tickets-overview'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { apiQuery } from '#lib/api.ts'
import { countText, plural } from '#lib/counts.ts'
import { Link, type PageAddress } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cx } from '#ui/cx.ts'
import { durationWords } from '#ui/duration-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useNow } from '#ui/use-now.ts'
import { DueClock } from './due-clock.tsx'
import { LoadHeatmap } from './load-heatmap.tsx'
import { ticketNumber } from './ticket-words.ts'

const useOverview = () =>
  useQuery({
    ...apiQuery(
      ADMIN_PATHS.supportOverview,
      async () => (await import('@slipstream/contract/tickets-overview')).supportApi.overview,
    ),
    staleTime: 0,
  })

export const SupportOverview = () => {
  const overview = useOverview()
  const now = useNow()
  if (overview.isPending) return <Skeleton className="h-96 rounded-2xl" />
  if (overview.isError) {
    return (
      <ErrorState
        title="The support figures could not be loaded."
        error={overview.error}
        onRetry={() => void overview.refetch()}
        isRetrying={overview.isFetching}
      />
    )
  }
  const { data } = overview
  return (
    <div className="flex flex-col gap-5">
      <QueueNow now={data.now} />
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {figuresOf(data).map((figure) => (
          <Figure key={figure.label} {...figure} />
        ))}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <LoadHeatmap load={data.load} timeZone={data.timeZone} />
        <NextDue next={data.next} now={now} />
      </div>
    </div>
  )
}

const GROUPS: readonly { key: keyof Overview['now']; label: string; to: PageAddress; tone?: string }[] = [
  { key: 'late', label: 'Late', to: '/admin/support/tickets?late=true', tone: 'text-destructive' },
  { key: 'soon', label: 'Due within two hours', to: '/admin/support/tickets', tone: 'text-warning' },
  { key: 'later', label: 'Due later', to: '/admin/support/tickets' },
  { key: 'waiting', label: 'Waiting for customer', to: '/admin/support/tickets?view=waiting' },
  { key: 'snoozed', label: 'Snoozed', to: '/admin/support/tickets?view=snoozed' },
]

const QueueNow = ({ now }: Pick<Overview, 'now'>) => (
  <Card
    title="Queue now"
    actions={
      <Button asChild variant="outline" size="sm">
        <Link to="/admin/support/tickets">
          Open the queue
          <ArrowRight aria-hidden="true" />
        </Link>
      </Button>
    }
  >
    <ul className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-5">
      {GROUPS.map(({ key, label, to, tone }) => (
        <li key={key}>
          <Link to={to} className="group block rounded-sm">
            <span className={cx('num block text-h3 font-semibold', now[key] > 0 && tone)}>{countText(now[key])}</span>
            <span className="text-small text-muted group-hover:text-foreground">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Card>
)

interface FigureProps {
  label: string
  /** Null if there is nothing to measure. */
  value: string | null
  detail: string
  change: { words: string; isGood: boolean | null } | null
  before: string | null
}

/** Changes within three percent mean nothing. */
const NOISE = 0.03

const changeOf = (value: number | null, before: number | null, isLessBetter: boolean): FigureProps['change'] => {
  if (value === null || before === null || before === 0) return null
  const share = (value - before) / before
  if (Math.abs(share) <= NOISE) return { words: '±0 %', isGood: null }
  const words = `${share > 0 ? '↑ +' : '↓ −'}${Math.round(Math.abs(share) * 100)} %`
  return { words, isGood: share < 0 === isLessBetter }
}

const minutesWords = (minutes: number | null) => (minutes === null ? null : durationWords(minutes * 60_000))
const score = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const scoreWords = (average: number | null) => (average === null ? null : `${score.format(average)} of 5`)

const figuresOf = ({ period, before }: Overview): FigureProps[] => [
  {
    label: 'First answer, median',
    value: minutesWords(period.firstAnswer.median),
    detail: `p90 ${minutesWords(period.firstAnswer.p90) ?? 'none'}, ${plural(period.firstAnswer.count, 'answer')}, ${countText(period.late)} late`,
    change: changeOf(period.firstAnswer.median, before.firstAnswer.median, true),
    before: minutesWords(before.firstAnswer.median),
  },
  {
    label: 'Solution, median',
    value: minutesWords(period.solution.median),
    detail: `p90 ${minutesWords(period.solution.p90) ?? 'none'}, ${countText(period.solution.count)} closed`,
    change: changeOf(period.solution.median, before.solution.median, true),
    before: minutesWords(before.solution.median),
  },
  {
    label: 'Tickets opened',
    value: countText(period.opened),
    detail: `in ${SUPPORT_PERIOD_DAYS} days`,
    change: changeOf(period.opened, before.opened, true),
    before: countText(before.opened),
  },
  {
    label: 'Satisfaction',
    value: scoreWords(period.ratings.average),
    detail: plural(period.ratings.count, 'rating'),
    change: changeOf(period.ratings.average, before.ratings.average, false),
    before: scoreWords(before.ratings.average),
  },
]

const toneOf = (isGood: boolean | null) => {
  if (isGood === null) return 'text-muted'
  return isGood ? 'text-success' : 'text-destructive'
}

const Figure = ({ label, value, detail, change, before }: FigureProps): ReactNode => (
  <section aria-label={label} className="surface rounded-2xl p-4">
    <h2 className="text-small font-normal text-muted">{label}</h2>
    <p className="num mt-1 text-title">{value ?? 'None yet'}</p>
    <p className="num mt-1 flex flex-wrap gap-x-2 text-caption text-muted">
      {change && <span className={cx('font-medium', toneOf(change.isGood))}>{change.words}</span>}
      {before && <span>was {before}</span>}
    </p>
    <p className="num mt-1 text-caption text-muted">{detail}</p>
  </section>
)

const NextDue = ({ next, now }: Pick<Overview, 'next'> & { now: number }) => (
  <Card title="Due next">
    {next.length === 0 ? (
      <EmptyState icon={<Star />} title="Nothing is due" description="Every open ticket has been answered." />
    ) : (
      <ul className="flex flex-col gap-3">
        {next.map(({ id, subject, customer, dueAt }) => (
          <li key={id} className="flex items-center gap-3 text-small">
            <span className="min-w-0 flex-1">
              <Link
                to={`/admin/support/tickets?ticket=${id}`}
                className="block truncate rounded-sm font-medium underline-offset-4 hover:underline"
              >
                {subject || ticketNumber(id)}
              </Link>
              <span className="text-caption text-muted">{customer}</span>
            </span>
            <DueClock dueAt={dueAt} now={now} />
          </li>
        ))}
      </ul>
    )}
  </Card>
)
