import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { VisitList } from '@slipstream/contract/analytics-terms'
import type { VisitPart, VisitParts, VisitSearches } from '@slipstream/contract/analytics-visits'
import { countText } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ExportLink } from '#ui/export-link.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { countryWords } from './figure-words.ts'
import { ReportState } from './report-state.tsx'
import type { SalesQuery } from './sales.queries.ts'
import { ShareBar } from './share-bar.tsx'
import { useVisitParts, useVisitSearches } from './visits.queries.ts'

interface Shown<List extends VisitList = VisitList> {
  list: List
  title: string
  name: string
  count: string
  empty: string
  note?: string
}

const LISTS: readonly Shown<keyof VisitParts>[] = [
  { list: 'mods', title: 'Mods', name: 'Mod', count: 'Views', empty: 'No mod was opened in this period' },
  { list: 'pages', title: 'Pages', name: 'Page', count: 'Views', empty: 'No page was opened in this period' },
  {
    list: 'referrers',
    title: 'Where visitors came from',
    name: 'Site',
    count: 'Visits',
    empty: 'No visit came from another site',
  },
  { list: 'devices', title: 'Devices', name: 'Device', count: 'Views', empty: 'No page was opened in this period' },
]

const COUNTRIES: Shown<'countries'> = {
  list: 'countries',
  title: 'Countries',
  name: 'Country',
  count: 'Views',
  empty: '',
}

const SEARCHES: readonly Shown<keyof VisitSearches>[] = [
  { list: 'searches', title: 'Searches', name: 'Search', count: 'Times', empty: 'Nobody searched in this period' },
  {
    list: 'missed',
    title: 'Searches without results',
    name: 'Search',
    count: 'Times',
    empty: 'Every search found something',
    note: 'What visitors wanted and the store does not have.',
  },
]

/** The most frequent entries of each list. Countries show only if the reverse proxy reports them. */
export const VisitLists = ({ query }: { query: SalesQuery }) => (
  <>
    <ReportState query={useVisitParts(query)} failure="The lists of visits could not be loaded.">
      {(parts) => (
        <Cards>
          {[...LISTS, ...(parts.countries.length > 0 ? [COUNTRIES] : [])].map((shown) => (
            <PartCard key={shown.list} shown={shown} rows={parts[shown.list]} query={query} />
          ))}
        </Cards>
      )}
    </ReportState>
    <ReportState query={useVisitSearches(query)} failure="The searches could not be loaded.">
      {(searches) => (
        <Cards>
          {SEARCHES.map((shown) => (
            <PartCard key={shown.list} shown={shown} rows={searches[shown.list]} query={query} />
          ))}
        </Cards>
      )}
    </ReportState>
  </>
)

const Cards = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">{children}</div>
)

interface PartCardProps {
  shown: Shown
  rows: readonly VisitPart[]
  query: SalesQuery
}

const PartCard = ({ shown: { list, title, name, count, empty, note }, rows, query }: PartCardProps) => (
  <Card
    title={title}
    description={note}
    actions={<ExportLink to="/api/admin/analytics/visits/export" query={{ ...query, by: list }} />}
    isFlush
  >
    <Table
      caption={title}
      columns={columnsOf(name, count, rows)}
      rows={rows}
      rowKey={(row) => row.name}
      empty={<EmptyState icon={<SearchX />} title={empty} />}
    />
  </Card>
)

const DEVICES: Readonly<Record<string, string>> = { phone: 'Phone', tablet: 'Tablet', desktop: 'Computer' }

const wordsOf = (header: string, { name }: VisitPart) => {
  if (header === 'Country') return countryWords(name)
  if (header === 'Device') return DEVICES[name] ?? name
  return header === 'Page' && name === '/mods/:id' ? 'Pages of mods' : name
}

const columnsOf = (header: string, count: string, rows: readonly VisitPart[]): readonly Column<VisitPart>[] => {
  const most = Math.max(1, ...rows.map((row) => row.count))
  return [
    {
      key: 'name',
      header,
      cell: (row) =>
        row.modId === null ? (
          <span className="break-words">{wordsOf(header, row)}</span>
        ) : (
          <Link to={`/mods/${row.modId}`} className="rounded-sm underline-offset-4 hover:underline">
            {row.name}
          </Link>
        ),
    },
    {
      key: 'count',
      header: count,
      isNumeric: true,
      card: 'status',
      cell: (row) => (
        <span className="num flex items-center justify-end gap-3">
          <ShareBar share={row.count / most} />
          <span>{countText(row.count)}</span>
        </span>
      ),
    },
  ]
}
