import type { ReactNode } from 'react'
import type { DashboardDays } from '@slipstream/contract/analytics-terms'
import type { DashboardFigures } from '@slipstream/contract/analytics'
import { countText, plural } from '#lib/counts.ts'
import { Link, type PageAddress } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Change } from './change.tsx'
import { useDashboard } from './dashboard.queries.ts'
import { usd } from './figure-words.ts'

/** The state of the store right now. Renders nothing if the figures fail to load: the chart below says what failed. */
export const TodayStrip = ({ days }: { days: DashboardDays }) => {
  const { data, isPending } = useDashboard(days)
  if (isPending) return <Skeleton className="h-28 rounded-2xl" />
  return data ? <Strip figures={data} /> : null
}

const Strip = ({ figures: { today, week, premium, tickets } }: { figures: DashboardFigures }) => (
  <section aria-label="Right now" className="surface grid grid-cols-2 overflow-hidden rounded-2xl xl:grid-cols-4">
    <Part
      name="Today so far"
      to="/admin/orders"
      value={usd(today.now.netCents)}
      note={plural(today.now.orders, 'order')}
    >
      <Change now={today.now.netCents} before={today.before.netCents} />
      <span>{usd(today.before.netCents)} a week ago at this time</span>
    </Part>
    <Part name="This week" to="/admin/orders" value={usd(week.now.netCents)} note={plural(week.now.orders, 'order')}>
      <Change now={week.now.netCents} before={week.before.netCents} />
      <span>{usd(week.before.netCents)} last week up to now</span>
    </Part>
    <Part
      name="Premium"
      to="/admin/subscriptions/recent"
      value={countText(premium.members)}
      note={premium.members === 1 ? 'member' : 'members'}
    >
      <span>{usd(premium.monthlyCents)} a month</span>
    </Part>
    <Part
      name="Support"
      to="/admin/support"
      value={countText(tickets.open)}
      note={tickets.open === 1 ? 'open ticket' : 'open tickets'}
    >
      {tickets.late > 0 ? <Badge tone="destructive">{countText(tickets.late)} late</Badge> : <span>None is late</span>}
    </Part>
  </section>
)

interface PartProps {
  name: string
  to: PageAddress
  value: string
  note: string
  children: ReactNode
}

const Part = ({ name, to, value, note, children }: PartProps) => (
  <div className="p-4 even:border-l nth-[n+3]:border-t md:px-5 xl:not-first:border-l xl:nth-[n+3]:border-t-0">
    <Link to={to} className="rounded-sm text-small text-muted underline-offset-4 hover:text-foreground hover:underline">
      {name}
    </Link>
    <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
      <span className="num text-h3 leading-tight font-semibold">{value}</span>
      <span className="text-small text-muted">{note}</span>
    </p>
    <p className="num mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-caption text-muted">{children}</p>
  </div>
)
