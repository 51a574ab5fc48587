import { ReceiptText, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { formatUsd } from '@slipstream/contract/money'
import { ORDER_STATUSES, type OrderStatus } from '@slipstream/contract/order-status'
import type { OrderRow } from '@slipstream/contract/orders-admin'
import { Link } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ExportLink } from '#ui/export-link.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Input } from '#ui/input.tsx'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import type { Column } from '#ui/table.tsx'
import { useFilters } from '#ui/use-filters.ts'
import { ORDER_WORDS } from '../order-words.ts'
import { type OrderQuery, ORDERS_AT_A_TIME, useOrderList } from './admin-orders.queries.ts'

const STATUSES = ORDER_STATUSES.map((value) => ({ value, label: ORDER_WORDS[value].word }))

/** All orders, newest first. */
export const OrderTable = () => {
  const filters = useFilters(['q', 'status', 'requested', 'from', 'to'])
  const { q, status, requested, from, to } = filters.values
  const query = useMemo(() => queryOf({ q, status, requested, from, to }), [q, status, requested, from, to])
  const { list, orders } = useOrderList(query)
  const isNarrowed = Object.values(filters.values).some(Boolean)
  return (
    <div className="flex flex-col gap-4">
      <FilterBar
        filters={filters}
        search={{
          name: 'q',
          label: 'Search orders',
          placeholder: 'Number, e-mail, username, Stripe id',
          maxLength: 255,
        }}
        selects={[
          { name: 'status', label: 'Status', any: 'Any status', options: STATUSES },
          {
            name: 'requested',
            label: 'Requests',
            any: 'All orders',
            options: [{ value: 'true', label: 'Refund requested' }],
          },
        ]}
        isPending={list.isPlaceholderData}
      >
        <div className="flex items-center gap-2 text-small text-muted max-sm:w-full">
          <DayInput label="Ordered from" value={from} max={to} onChange={(day) => filters.set({ from: day })} />
          <span className="max-sm:sr-only">to</span>
          <DayInput label="Ordered until" value={to} min={from} onChange={(day) => filters.set({ to: day })} />
        </div>
        <ExportLink to="/api/admin/orders/export" query={query} />
      </FilterBar>
      <DataTable
        caption="Orders"
        query={list}
        failure="The orders could not be loaded."
        columns={COLUMNS}
        rows={orders}
        rowKey={({ id }) => id}
        empty={isNarrowed ? <NothingFound onReset={filters.reset} /> : <NoOrders />}
        step={ORDERS_AT_A_TIME}
      />
    </div>
  )
}

interface DayInputProps {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

const DayInput = ({ label, onChange, ...day }: DayInputProps) => (
  <Input
    type="date"
    size="sm"
    aria-label={label}
    className="num max-sm:min-w-0 max-sm:flex-1 max-sm:[&_input]:px-2.5"
    {...day}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

type Values = Readonly<Record<'q' | 'status' | 'requested' | 'from' | 'to', string>>

/** Parses the filters in the URL and ignores invalid values. */
const queryOf = ({ q, status, requested, from, to }: Values): OrderQuery => {
  const [first, last] = [dayIn(from), dayIn(to)]
  // The end date is inclusive.
  last?.setDate(last.getDate() + 1)
  return {
    ...(q && { q }),
    ...(isStatus(status) && { status }),
    ...(requested === 'true' && { requested }),
    ...(first && { from: first.toISOString() }),
    ...(last && { to: last.toISOString() }),
  }
}

const isStatus = (word: string): word is OrderStatus => ORDER_STATUSES.some((status) => status === word)

/** The start of a day in the admin's time zone. */
const dayIn = (text: string) => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00`) : null
  return day === null || Number.isNaN(day.getTime()) ? null : day
}

/** Keeps the filters in the URL, for the back link. */
const OrderLink = ({ number }: { number: string }) => {
  const [params] = useSearchParams()
  const next = new URLSearchParams(params)
  next.set('order', number)
  return (
    <Link
      to={{ search: `?${next.toString()}` }}
      className="num rounded-sm whitespace-nowrap underline-offset-4 hover:underline"
    >
      {number}
    </Link>
  )
}

const COLUMNS: readonly Column<OrderRow>[] = [
  {
    key: 'order',
    header: 'Order',
    cell: ({ number, titles }) => (
      <span className="block py-1.5">
        <OrderLink number={number} />
        <span className="line-clamp-1 max-w-[44ch] text-small font-normal text-muted">{titles.join(', ')}</span>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    card: 'status',
    cell: ({ status, hasOpenRequest }) => (
      <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
        <Status tone={ORDER_WORDS[status].tone}>{ORDER_WORDS[status].word}</Status>
        {hasOpenRequest && <Badge tone="warning">Refund requested</Badge>}
      </span>
    ),
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ username, email }) => (
      <span className="block max-w-64 truncate">
        {username}
        {email && (
          <span className="block truncate text-small text-muted max-md:hidden" title={email}>
            {email}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'total',
    header: 'Total',
    isNumeric: true,
    cell: ({ totalCents, refundedCents, couponCode }) => (
      <>
        {formatUsd(totalCents)}
        <span className="block text-caption text-muted empty:hidden max-md:ms-2 max-md:inline">
          {[refundedCents > 0 && `−${formatUsd(refundedCents)}`, couponCode].filter(Boolean).join('\u00a0· ')}
        </span>
      </>
    ),
  },
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

const NothingFound = ({ onReset }: { onReset: () => void }) => (
  <EmptyState
    icon={<SearchX />}
    title="No orders match these filters"
    description="Search by the start of an order number, an e-mail address up to at least the “@”, or a whole username or Stripe id."
    action={
      <Button variant="outline" onClick={onReset}>
        Show all orders
      </Button>
    }
  />
)

const NoOrders = () => (
  <EmptyState icon={<ReceiptText />} title="No orders yet" description="The first one appears here as it is placed." />
)
