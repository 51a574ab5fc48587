import type { NumberGap } from '@slipstream/contract/backups'
import { Card } from '#ui/card.tsx'
import { Moment } from '#ui/moment.tsx'
import { Table, type Column } from '#ui/table.tsx'

const NAMES: Record<NumberGap['series'], string> = {
  orders: 'Orders',
  invoices: 'Invoices',
  credit_notes: 'Credit notes',
  accounts: 'Accounts',
  tickets: 'Tickets',
}

const COLUMNS: readonly Column<NumberGap>[] = [
  { key: 'series', header: 'Numbers', card: 'title', cell: ({ series }) => NAMES[series] },
  {
    key: 'range',
    header: 'Left out',
    cell: ({ year, first, last }) => (
      <span className="num whitespace-nowrap">
        {year > 0 && `${year}: `}
        {first} to {last}
      </span>
    ),
  },
  {
    key: 'at',
    header: 'Since',
    card: 'labeled',
    cell: ({ at }) => (
      <span className="whitespace-nowrap">
        <Moment at={at} />
      </span>
    ),
  },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
]

/** Why invoice numbers are missing, for the accountant. */
export const NumberGaps = ({ gaps }: { gaps: readonly NumberGap[] }) => {
  if (gaps.length === 0) return null
  return (
    <Card
      isFlush
      title="Numbers left out"
      description="After a restore, the store never issues a number again that may already stand on an invoice."
    >
      <div className="border-t">
        <Table
          caption="Numbers left out"
          rows={gaps}
          rowKey={({ series, at }) => `${series} ${at}`}
          columns={COLUMNS}
        />
      </div>
    </Card>
  )
}
