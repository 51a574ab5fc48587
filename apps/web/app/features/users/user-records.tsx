import { LogOut, MonitorSmartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrderStatus } from '@slipstream/contract/order-status'
import { formatUsd } from '@slipstream/contract/money'
import type { UserDetail, UserSession } from '@slipstream/contract/users-detail'
import { countText } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { ActDialog } from './act-dialog.tsx'
import { useSignOut } from './users.queries.ts'

type Order = UserDetail['orders'][number]
type Mod = UserDetail['mods'][number]
export type OrderStatusOf = (status: OrderStatus) => ReactNode

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="px-4 pb-5 text-ui text-muted md:px-5">{children}</p>
)

const LINK = 'rounded-sm underline-offset-4 hover:underline'

interface UserOrdersProps {
  person: UserDetail
  orderStatus: OrderStatusOf
}

export const UserOrders = ({ person, orderStatus }: UserOrdersProps) => (
  <Card
    title="Orders"
    isFlush
    actions={
      person.orders.length > 0 && (
        <Link
          to={`/admin/orders?${new URLSearchParams({ q: person.username }).toString()}`}
          className="rounded-sm text-small text-muted underline-offset-4 hover:underline"
        >
          All orders
        </Link>
      )
    }
  >
    {person.orders.length === 0 ? (
      <Nothing>No orders yet.</Nothing>
    ) : (
      <Table caption="Orders" columns={orderColumns(orderStatus)} rows={person.orders} rowKey={({ id }) => id} />
    )}
  </Card>
)

const orderColumns = (orderStatus: OrderStatusOf): readonly Column<Order>[] => [
  {
    key: 'order',
    header: 'Order',
    cell: ({ number, titles }) => (
      <span className="block py-1.5">
        <Link to={`/admin/orders?order=${number}`} className={`num whitespace-nowrap ${LINK}`}>
          {number}
        </Link>
        <span className="line-clamp-1 max-w-[40ch] text-small font-normal text-muted">{titles.join(', ')}</span>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    card: 'status',
    cell: ({ status, hasOpenRequest }) => (
      <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
        {orderStatus(status)}
        {hasOpenRequest && <Badge tone="warning">Refund requested</Badge>}
      </span>
    ),
  },
  { key: 'total', header: 'Total', isNumeric: true, cell: ({ totalCents }) => formatUsd(totalCents) },
  {
    key: 'ordered',
    header: 'Ordered',
    isNumeric: true,
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <Moment at={createdAt} />
      </span>
    ),
  },
]

export const UserMods = ({ person: { mods, modCount } }: { person: UserDetail }) => (
  <Card
    title="What they can download"
    isFlush
    actions={<span className="num text-small text-muted">{countText(modCount)}</span>}
  >
    {mods.length === 0 ? (
      <Nothing>Nothing of their own. What Premium includes is not listed here.</Nothing>
    ) : (
      <Table caption="Mods in the locker" columns={MOD_COLUMNS} rows={mods} rowKey={({ id }) => id} />
    )}
    {modCount > mods.length && <Nothing>The latest {countText(mods.length)} are shown.</Nothing>}
  </Card>
)

const MOD_COLUMNS: readonly Column<Mod>[] = [
  {
    key: 'mod',
    header: 'Mod',
    cell: ({ modId, title }) => (
      <Link to={`/mods/${modId}`} className={LINK}>
        {title}
      </Link>
    ),
  },
  {
    key: 'why',
    header: 'Why',
    card: 'status',
    cell: ({ source }) =>
      source === 'purchase' ? <Status tone="success">Bought</Status> : <Status tone="info">Granted</Status>,
  },
  {
    key: 'until',
    header: 'Free link until',
    card: 'labeled',
    cell: ({ windowEndsAt }) => (windowEndsAt ? <Moment at={windowEndsAt} isDay /> : 'No end'),
  },
  {
    key: 'downloads',
    header: 'Downloads',
    isNumeric: true,
    card: 'labeled',
    cell: ({ downloads }) => countText(downloads),
  },
]

export const UserSessions = ({ person }: { person: UserDetail }) => {
  const signOut = useSignOut(person.id)
  return (
    <Card
      title="Signed-in devices"
      isFlush
      actions={
        person.sessions.length > 0 && (
          <ActDialog
            title={`Sign ${person.username} out everywhere?`}
            description={
              person.isYou
                ? 'All your devices except this one have to log in again.'
                : 'All devices have to log in again. The password stays as it is.'
            }
            action="Sign out everywhere"
            tone="destructive"
            send={() => signOut.mutateAsync(null)}
            trigger={
              <Button size="sm" variant="outline">
                <LogOut aria-hidden="true" />
                Sign out everywhere
              </Button>
            }
          />
        )
      }
    >
      {person.sessions.length === 0 ? (
        <Nothing>Not signed in anywhere.</Nothing>
      ) : (
        <Table
          caption="Signed-in devices"
          columns={sessionColumns((sessionId) => signOut.mutateAsync(sessionId))}
          rows={person.sessions}
          rowKey={({ id }) => id}
        />
      )}
    </Card>
  )
}

const METHODS: Record<UserSession['method'], string> = {
  password: 'Password',
  discord: 'Discord',
  passkey: 'Passkey',
}

const sessionColumns = (signOut: (id: number) => Promise<unknown>): readonly Column<UserSession>[] => [
  {
    key: 'device',
    header: 'Device',
    cell: ({ device, ip }) => (
      <span className="flex items-center gap-3 py-1.5">
        <MonitorSmartphone className="size-4 shrink-0 text-muted" aria-hidden="true" />
        <span>
          {device}
          <span className="num block text-small font-normal text-muted">{ip}</span>
        </span>
      </span>
    ),
  },
  { key: 'method', header: 'Signed in with', card: 'fact', cell: ({ method }) => METHODS[method] },
  {
    key: 'used',
    header: 'Last used',
    isNumeric: true,
    card: 'labeled',
    cell: ({ usedAt }) => (
      <span className="whitespace-nowrap">
        <Moment at={usedAt} />
      </span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    card: 'action',
    cell: ({ id, device }) => (
      <ActDialog
        title={`Sign out ${device}?`}
        description="This device has to log in again."
        action="Sign out"
        tone="destructive"
        send={() => signOut(id)}
        trigger={
          <Button size="sm" variant="ghost" aria-label={`Sign out ${device}`}>
            Sign out
          </Button>
        }
      />
    ),
  },
]
