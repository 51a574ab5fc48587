import type { ReactNode } from 'react'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { UserDetail } from '@slipstream/contract/users-detail'
import { dateText } from '#lib/dates.ts'
import { plural } from './plural.ts'

/** The figures of an account. */
export const UserFacts = ({ person: { sums, lastActiveAt, sessions } }: { person: UserDetail }) => (
  <dl className="surface grid grid-cols-2 overflow-clip rounded-2xl md:grid-cols-3 xl:grid-cols-6">
    <Fact name="Spent" value={formatUsd(sums.spentCents)}>
      {sums.orders === 0
        ? 'No orders'
        : `${plural(sums.orders, 'order', 'orders')}, average ${formatUsd(cents(Math.round(sums.spentCents / sums.orders)))}`}
    </Fact>
    <Fact name="Refunded" value={formatUsd(sums.refundedCents)}>
      {sums.refundedOrders} of {plural(sums.orders, 'order', 'orders')}
    </Fact>
    <Fact name="Downloads" value={sums.downloads}>
      {plural(sums.downloadedMods, 'mod', 'mods')}
    </Fact>
    <Fact name="Reviews" value={sums.reviews}>
      written
    </Fact>
    <Fact name="Tickets" value={sums.tickets}>
      {sums.openTickets} open
    </Fact>
    <Fact name="Last active" value={<time dateTime={lastActiveAt}>{dateText('day', lastActiveAt)}</time>}>
      {plural(sessions.length, 'device', 'devices')} signed in
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
