import { useState } from 'react'
import { Link } from 'react-router'
import { formatUsd } from '@slipstream/contract/money'
import { calendarDay } from '#lib/calendar-day.ts'
import { OpenedList } from '#ui/opened-list.tsx'
import { Status } from '#ui/status.tsx'
import { ORDER_WORDS } from './order-words.ts'
import { useOrders } from './orders.queries.ts'

/** Every order there was. */
const OrderList = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <OpenedList
      title="Orders and invoices"
      query={useOrders(isOpen)}
      onToggle={setOpen}
      empty="You have not ordered anything yet."
      failure="Your orders could not be loaded."
      className="mt-6"
      rowKey={({ number }) => number}
      row={(order) => (
        <>
          <span>
            <Link to={`/mod-locker?order=${order.number}`} className="font-medium hover:underline">
              {order.number}
            </Link>{' '}
            <span className="text-muted">{order.titles.join(', ')}</span>
          </span>
          <span className="flex flex-wrap items-center gap-x-5 gap-y-1 text-muted">
            <Status tone={ORDER_WORDS[order.status].tone}>{ORDER_WORDS[order.status].word}</Status>
            <time dateTime={order.createdAt}>{calendarDay(order.createdAt)}</time>
            <span className="text-foreground">{formatUsd(order.totalCents)}</span>
          </span>
        </>
      )}
    />
  )
}

export default OrderList
