import { ChartNoAxesColumn } from 'lucide-react'
import { useState } from 'react'
import type { SalesPart } from '@slipstream/contract/analytics-terms'
import type { SalesPartRow, SalesParts } from '@slipstream/contract/analytics-sales'
import { countText } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ExportLink } from '#ui/export-link.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { Change } from './change.tsx'
import { countryWords, percentWords, usd } from './figure-words.ts'
import { ReportState } from './report-state.tsx'
import { type SalesQuery, useSalesParts } from './sales.queries.ts'
import { ShareBar } from './share-bar.tsx'

/** The same sales divided by mod, category, coupon and country. */
export const SalesPartTables = ({ query }: { query: SalesQuery }) => (
  <ReportState
    query={useSalesParts(query)}
    failure="The sales by mod, category, coupon and country could not be loaded."
  >
    {(parts) => <Tables parts={parts} query={query} />}
  </ReportState>
)

const Tables = ({ parts, query }: { parts: SalesParts; query: SalesQuery }) => (
  <>
    <PartTable name="Mod" part="mod" rows={parts.mods} query={query} />
    <PartTable name="Category" part="category" rows={parts.categories} query={query} />
    <PartTable
      name="Coupon"
      part="coupon"
      unit="Orders"
      note="Only orders with a coupon. The discount is the coupon’s; sale prices are not included."
      rows={parts.coupons}
      query={query}
    />
    {parts.countries.length > 0 && (
      <PartTable
        name="Country"
        part="country"
        unit="Orders"
        note="Includes only orders for which the reverse proxy reported a country."
        rows={parts.countries}
        query={query}
      />
    )}
  </>
)

interface PartTableProps {
  name: string
  part: Exclude<SalesPart, 'day'>
  unit?: string
  note?: string
  rows: readonly SalesPartRow[]
  query: SalesQuery
}

const SHOWN_FIRST = 10

const PartTable = ({ name, part, unit = 'Units', note, rows, query }: PartTableProps) => {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, SHOWN_FIRST)
  const rest = rows.length - shown.length
  return (
    <Card
      title={`By ${name.toLowerCase()}`}
      description={note}
      actions={<ExportLink to="/api/admin/analytics/sales/export" query={{ ...query, by: part }} />}
      isFlush
    >
      <Table
        caption={`Sales by ${name.toLowerCase()}`}
        columns={columnsOf(name, unit, part, rows)}
        rows={shown}
        rowKey={({ id, name: label }) => id ?? label}
        empty={<EmptyState icon={<ChartNoAxesColumn />} title={EMPTY[part]} />}
      />
      {rest > 0 && (
        <div className="border-t p-3 text-center">
          <Button variant="ghost" size="sm" onClick={() => setWhole(true)}>
            Show {countText(rest)} more
          </Button>
        </div>
      )}
      {rows.length > 0 && <Total rows={rows} unit={unit} />}
    </Card>
  )
}

const EMPTY = {
  mod: 'No mods were sold in this period',
  category: 'Nothing was sold in this period',
  coupon: 'No coupon was used in this period',
  country: 'Nothing was sold in this period',
}

const sumOf = (rows: readonly SalesPartRow[], of: (row: SalesPartRow) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0)

const Total = ({ rows, unit }: { rows: readonly SalesPartRow[]; unit: string }) => (
  <p className="num flex flex-wrap justify-end gap-x-6 gap-y-1 border-t px-4 py-3 text-small text-muted md:px-5">
    <b className="flex-1 font-semibold text-foreground">All together</b>
    <span>
      {unit} {countText(sumOf(rows, ({ units }) => units))}
    </span>
    <span>Gross {usd(sumOf(rows, ({ grossCents }) => grossCents))}</span>
    <span>Discounts −{usd(sumOf(rows, ({ discountCents }) => discountCents))}</span>
    <span>Refunds −{usd(sumOf(rows, ({ refundCents }) => refundCents))}</span>
    <b className="font-semibold text-foreground">Net {usd(sumOf(rows, ({ netCents }) => netCents))}</b>
  </p>
)

const minus = (amount: SalesPartRow['refundCents']) => (amount === 0 ? '–' : `−${usd(amount)}`)

const labelOf = (part: PartTableProps['part'], name: string) => (part === 'country' ? countryWords(name) : name)

const columnsOf = (
  name: string,
  unit: string,
  part: PartTableProps['part'],
  rows: readonly SalesPartRow[],
): readonly Column<SalesPartRow>[] => {
  const total = Math.max(
    1,
    sumOf(rows, ({ netCents }) => netCents),
  )
  return [
    {
      key: 'name',
      header: name,
      cell: ({ id, name: label }) =>
        part === 'mod' && id !== null ? (
          <Link to={`/mods/${id}`} className="rounded-sm underline-offset-4 hover:underline">
            {label}
          </Link>
        ) : (
          labelOf(part, label)
        ),
    },
    { key: 'units', header: unit, isNumeric: true, card: 'labeled', cell: ({ units }) => countText(units) },
    { key: 'gross', header: 'Gross', isNumeric: true, card: 'hidden', cell: ({ grossCents }) => usd(grossCents) },
    {
      key: 'discounts',
      header: 'Discounts',
      isNumeric: true,
      card: 'hidden',
      hideBelow: 'lg',
      cell: ({ discountCents }) => minus(discountCents),
    },
    {
      key: 'refunds',
      header: 'Refunds',
      isNumeric: true,
      card: 'labeled',
      hideBelow: 'lg',
      cell: ({ refundCents }) => minus(refundCents),
    },
    { key: 'net', header: 'Net', isNumeric: true, card: 'status', cell: ({ netCents }) => usd(netCents) },
    {
      key: 'share',
      header: 'Share',
      card: 'hidden',
      hideBelow: 'xl',
      cell: ({ netCents }) => (
        <span className="num flex items-center gap-2 text-caption text-muted">
          <ShareBar share={netCents / total} />
          {percentWords(Math.max(0, netCents / total))}
        </span>
      ),
    },
    {
      key: 'change',
      header: 'vs previous',
      isNumeric: true,
      cell: ({ netCents, beforeCents }) => <Change now={netCents} before={beforeCents} />,
    },
  ]
}
