import { formatUsd } from '@slipstream/contract/money'
import { calendarDay } from '#lib/dates.ts'
import { Link } from '#lib/link.ts'
import { CollapsibleList } from '#ui/collapsible-list.tsx'
import { Status } from '#ui/status.tsx'
import { ORDER_WORDS } from './order-words.ts'
import { useOrders } from './orders.queries.ts'

/** All orders of the user. */
const OrderList = () => (
  <CollapsibleList
    title="Orders and invoices"
    useItems={useOrders}
    empty="You have not ordered anything yet."
    failure="Your orders could not be loaded."
    rowKey={({ number }) => number}
    row={(order) => (
      <>
        <span className="min-w-0 max-md:w-full md:flex-1">
          <Link
            to={`/mod-locker?order=${order.number}`}
            className="mr-3 inline-flex items-center rounded-sm font-medium hover:underline max-md:min-h-11"
          >
            {order.number}
          </Link>
          <span className="text-muted">{order.titles.join(', ')}</span>
        </span>
        <span className="grid grid-cols-[1fr_auto_auto] items-center gap-x-5 text-muted max-md:w-full md:grid-cols-[10.5rem_6rem_5rem]">
          <Status tone={ORDER_WORDS[order.status].tone}>{ORDER_WORDS[order.status].word}</Status>
          <time dateTime={order.createdAt}>{calendarDay(order.createdAt)}</time>
          <span className="text-right text-foreground">{formatUsd(order.totalCents)}</span>
        </span>
      </>
    )}
  />
)

export default OrderList
