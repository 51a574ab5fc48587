import { Gem, RotateCcw, ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatUsd } from '@slipstream/contract/money'
import type { DeskCustomer, DeskOrder, DeskTicket } from '@slipstream/contract/tickets-admin'
import { dateText } from '#lib/dates.ts'
import { plural } from '#lib/counts.ts'
import type { Guard } from '#lib/guard.ts'
import { Link } from '#lib/link.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { STATUS_WORDS } from './ticket-words.ts'
import { useRegrant } from './tickets-admin.queries.ts'

/** The person behind the ticket: what they bought, downloaded, were refunded, and wrote before. */
export const CustomerPane = ({ ticket, guard }: { ticket: DeskTicket; guard: Guard }) => {
  const { customerCard: card } = ticket
  if (!card) return <GuestCard ticket={ticket} />
  const others = card.orders.filter(({ id }) => id !== ticket.order?.id)
  return (
    <div className="flex flex-col gap-4">
      <Identity card={card} />
      {(ticket.order || ticket.mod) && (
        <Part title="This ticket is about">
          {ticket.order ? (
            <OrderCard order={ticket.order} ticket={ticket} guard={guard} />
          ) : (
            <p className="rounded-xl border bg-background px-3.5 py-2.5 text-small">
              {ticket.mod?.title}
              {ticket.mod?.version && <span className="num text-muted"> {ticket.mod.version}</span>}
            </p>
          )}
        </Part>
      )}
      {others.length > 0 && (
        <Part title={ticket.order ? 'Other orders' : 'Orders'}>
          <ul className="flex flex-col gap-2">
            {others.map((order) => (
              <OrderLine key={order.id} order={order} ticket={ticket} guard={guard} />
            ))}
          </ul>
        </Part>
      )}
      <Locker card={card} ticket={ticket} guard={guard} />
      {card.tickets.length > 0 && (
        <Part title="Earlier tickets">
          <ul className="flex flex-col gap-1.5 text-small">
            {card.tickets.map(({ id, subject, status, at }) => (
              <li key={id} className="flex items-baseline gap-3">
                <Link
                  to={{ search: `?ticket=${id}` }}
                  className="min-w-0 flex-1 truncate rounded-sm underline-offset-4 hover:underline"
                >
                  {subject || `T-${id}`}
                </Link>
                <span className="text-caption text-muted">
                  {STATUS_WORDS[status].word}, <Moment at={at} />
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-2 text-caption font-medium text-muted">{title}</h3>
    {children}
  </section>
)

const Identity = ({ card }: { card: DeskCustomer }) => (
  <div className="flex flex-col gap-3">
    <div className="flex items-center gap-3">
      <Avatar name={card.username} />
      <div className="min-w-0">
        <Link
          to={`/admin/users?user=${card.id}`}
          className="block truncate rounded-sm text-ui font-medium underline-offset-4 hover:underline"
        >
          {card.username}
        </Link>
        {card.email && <p className="truncate text-caption text-muted">{card.email}</p>}
      </div>
    </div>
    <div className="flex flex-wrap gap-1.5">
      {card.isPremium && (
        <Badge tone="premium">
          <Gem aria-hidden="true" />
          Premium
        </Badge>
      )}
      <Badge>Since {dateText('month', card.since)}</Badge>
      <Badge>
        {plural(card.orderCount, 'order')}, {formatUsd(card.spentCents)}
      </Badge>
      <Badge tone={card.refundCount === 0 ? 'success' : 'warning'}>
        {card.refundCount === 0 ? 'No refunds' : plural(card.refundCount, 'refund')}
      </Badge>
    </div>
    <p className="text-small text-muted">
      {plural(card.downloads.count, 'download')}
      {card.downloads.lastAt && (
        <>
          , last <Moment at={card.downloads.lastAt} />
        </>
      )}
    </p>
  </div>
)

interface OrderProps {
  order: DeskOrder
  ticket: DeskTicket
  guard: Guard
}

const OrderCard = ({ order, ticket, guard }: OrderProps) => (
  <div className="rounded-xl border bg-background p-3.5">
    <p className="text-small font-medium">{order.titles.join(', ')}</p>
    <p className="num mt-0.5 text-caption text-muted">
      <Link to={`/admin/orders?order=${order.number}`} className="underline-offset-4 hover:underline">
        {order.number}
      </Link>
      , <Moment at={order.createdAt} />, {formatUsd(order.totalCents)}
    </p>
    {order.hasOpenRequest && <Badge tone="warning">Refund requested</Badge>}
    <RefundButton order={order} ticket={ticket} guard={guard} isMain />
  </div>
)

const OrderLine = ({ order, ticket, guard }: OrderProps) => (
  <li className="flex items-center gap-3 text-small">
    <span className="min-w-0 flex-1">
      <Link to={`/admin/orders?order=${order.number}`} className="block truncate underline-offset-4 hover:underline">
        {order.titles.join(', ')}
      </Link>
      <span className="text-caption text-muted">
        <Moment at={order.createdAt} />
        {order.status !== 'paid' && `, ${order.status.replaceAll('_', ' ')}`}
      </span>
    </span>
    <span className="num">{formatUsd(order.totalCents)}</span>
    <RefundButton order={order} ticket={ticket} guard={guard} isMain={false} />
  </li>
)

const RefundButton = ({ order, ticket, guard, isMain }: OrderProps & { isMain: boolean }) => {
  if (order.refundableCents === 0) return null
  const amount = formatUsd(order.refundableCents)
  return (
    <RefundDialog
      {...{ order, ticket, guard }}
      trigger={
        isMain ? (
          <Button variant="destructive" size="sm" className="mt-3 w-full">
            <RotateCcw aria-hidden="true" />
            Refund {amount}
          </Button>
        ) : (
          <Button variant="outline" size="sm" aria-label={`Refund ${order.number}`}>
            Refund
          </Button>
        )
      }
    />
  )
}

const Locker = ({ card, ticket, guard }: { card: DeskCustomer; ticket: DeskTicket; guard: Guard }) => {
  const regrant = useRegrant(ticket.id, guard)
  if (card.mods.length === 0) return null
  return (
    <Part title="Locker">
      <ul className="flex flex-col gap-1.5 text-small">
        {card.mods.map(({ modId, title, revokedAt }) => (
          <li key={modId} className="flex items-center gap-3">
            <span className={`min-w-0 flex-1 truncate ${revokedAt ? 'text-muted line-through' : ''}`}>{title}</span>
            {revokedAt && (
              <DecisionDialog
                title={`Grant ${title} again?`}
                description={`${card.username} gets it for free, with a new download period.`}
                action="Grant again"
                body={(reason) => ({ modId, reason })}
                send={regrant.mutateAsync}
                trigger={
                  <Button variant="outline" size="sm" aria-label={`Grant again: ${title}`}>
                    Grant again
                  </Button>
                }
              />
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}

const GuestCard = ({ ticket }: { ticket: DeskTicket }) => (
  <div className="flex flex-col gap-4">
    <div className="flex items-center gap-3">
      <Avatar name={ticket.customer} />
      <div className="min-w-0">
        <p className="truncate text-ui font-medium">{ticket.customer}</p>
        {ticket.guestEmail && <p className="truncate text-caption text-muted">{ticket.guestEmail}</p>}
      </div>
    </div>
    <Badge tone="warning">
      <ShieldQuestion aria-hidden="true" />
      Not verified
    </Badge>
    <Notice tone="warning" title="Sent without an account">
      This address is not verified. Orders are hidden, and refunds require the customer to log in and write again.
    </Notice>
    {ticket.mod && (
      <Part title="This ticket is about">
        <p className="text-small">{ticket.mod.title}</p>
      </Part>
    )}
  </div>
)
