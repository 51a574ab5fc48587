import type { ReactNode } from 'react'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { UserDetail } from '@slipstream/contract/users-detail'
import { countText, plural } from '#lib/counts.ts'
import { dateText } from '#lib/dates.ts'

/** The figures of an account. */
export const UserFacts = ({ person: { sums, lastActiveAt, sessions } }: { person: UserDetail }) => (
  <dl className="surface grid grid-cols-2 overflow-clip rounded-2xl md:grid-cols-3 xl:grid-cols-6">
    <Fact name="Spent" value={formatUsd(sums.spentCents)}>
      {sums.orders === 0
        ? 'No orders'
        : `${plural(sums.orders, 'order')}, average ${formatUsd(cents(Math.round(sums.spentCents / sums.orders)))}`}
    </Fact>
    <Fact name="Refunded" value={formatUsd(sums.refundedCents)}>
      {countText(sums.refundedOrders)} of {plural(sums.orders, 'order')}
    </Fact>
    <Fact name="Downloads" value={countText(sums.downloads)}>
      {plural(sums.downloadedMods, 'mod')}
    </Fact>
    <Fact name="Reviews" value={countText(sums.reviews)}>
      written
    </Fact>
    <Fact name="Tickets" value={countText(sums.tickets)}>
      {countText(sums.openTickets)} open
    </Fact>
    <Fact name="Last active" value={<time dateTime={lastActiveAt}>{dateText('day', lastActiveAt)}</time>}>
      {plural(sessions.length, 'device')} signed in
    </Fact>
  </dl>
)

const Fact = ({ name, value, children }: { name: string; value: ReactNode; children: ReactNode }) => (
  <div className="px-4 py-3 md:px-5">
    <dt className="text-caption text-muted">{name}</dt>
    <dd>
      <span className="num mt-0.5 block text-title whitespace-nowrap">{value}</span>
      <span className="mt-0.5 block text-caption text-muted">{children}</span>
    </dd>
  </div>
)
