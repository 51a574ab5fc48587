import { CarFront } from 'lucide-react'
import type { DashboardDays } from '@slipstream/contract/analytics-terms'
import type { TopMod } from '@slipstream/contract/analytics'
import { countText } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Picture } from '#ui/picture.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { Change } from './change.tsx'
import { useTopMods } from './dashboard.queries.ts'
import { usd } from './figure-words.ts'
import { ShareBar } from './share-bar.tsx'

/** The mods that earned most in the period. */
export const TopMods = ({ days }: { days: DashboardDays }) => {
  const { data, error, refetch, isFetching } = useTopMods(days)
  const rows = data?.items ?? []
  const most = Math.max(1, ...rows.map(({ netCents }) => netCents))
  return (
    <Card title="Top mods" description={`Net revenue of the last ${days} days`} isFlush>
      {!data && error ? (
        <ErrorState
          title="The top mods could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Table
          caption="Top mods"
          columns={columnsOf(most)}
          rows={rows}
          rowKey={({ id }) => id}
          isLoading={!data}
          empty={<EmptyState icon={<CarFront />} title={`No mods were sold in the last ${days} days`} />}
        />
      )}
    </Card>
  )
}

const columnsOf = (most: number): readonly Column<TopMod>[] => [
  {
    key: 'mod',
    header: 'Mod',
    cell: ({ id, title, picture }) => (
      <span className="flex items-center gap-3">
        {picture && (
          <Picture picture={picture} sizes="48px" isDecoration className="h-8 w-12 shrink-0 rounded-sm object-cover" />
        )}
        <Link to={`/mods/${id}`} className="truncate rounded-sm underline-offset-4 hover:underline">
          {title}
        </Link>
      </span>
    ),
  },
  {
    key: 'revenue',
    header: 'Revenue',
    card: 'status',
    cell: ({ netCents }) => (
      <span className="num flex items-center gap-3">
        <span>{usd(netCents)}</span>
        <ShareBar share={netCents / most} />
      </span>
    ),
  },
  { key: 'units', header: 'Units', isNumeric: true, card: 'labeled', cell: ({ units }) => countText(units) },
  {
    key: 'change',
    header: 'vs previous',
    isNumeric: true,
    cell: ({ netCents, beforeCents }) => <Change now={netCents} before={beforeCents} />,
  },
]
