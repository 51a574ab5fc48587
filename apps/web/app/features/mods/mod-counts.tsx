import { countText } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type ModListQuery, useModCount } from './mod-list.queries.ts'

const COUNTS: readonly { label: string; query: ModListQuery; state: string }[] = [
  { label: 'Published', query: { status: 'published' }, state: 'published' },
  { label: 'Drafts', query: { status: 'draft' }, state: 'draft' },
  { label: 'Scheduled', query: { scheduled: 'true' }, state: 'scheduled' },
  { label: 'On sale', query: { sale: 'true' }, state: 'sale' },
]

/** The number of mods by status, as links to the filtered table. */
export const ModCounts = () => (
  <ul aria-label="Mods by status" className="grid grid-cols-2 gap-3 md:grid-cols-4">
    {COUNTS.map(({ label, query, state }) => (
      <li key={label}>
        <Link to={`/admin/products/all-mods?state=${state}`} className="group block rounded-2xl">
          <Card className="transition-colors group-hover:bg-raised">
            <p className="text-small text-muted">{label}</p>
            <CountOf query={query} />
          </Card>
        </Link>
      </li>
    ))}
  </ul>
)

const CountOf = ({ query }: { query: ModListQuery }) => {
  const { data, isPending } = useModCount(query)
  if (isPending) return <Skeleton className="mt-1.5 h-7 w-10" />
  return <p className="num mt-1 text-title">{data ? countText(data) : 'Unknown'}</p>
}
