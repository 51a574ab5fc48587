import type { WishedMod } from '@slipstream/contract/wishlist-admin'
import { countText } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/table.tsx'
import { useWishedMods } from './wished-mods.queries.ts'

const COLUMNS: readonly Column<WishedMod>[] = [
  {
    key: 'title',
    header: 'Mod',
    card: 'title',
    cell: ({ id, title }) => (
      <Link to={`/admin/products/edit/${id}`} className="rounded-sm wrap-anywhere underline-offset-4 hover:underline">
        {title}
      </Link>
    ),
  },
  {
    key: 'wishes',
    header: 'People waiting',
    isNumeric: true,
    card: 'labeled',
    cell: ({ wishes }) => countText(wishes),
  },
  {
    key: 'wantNews',
    header: 'Get an e-mail about it',
    isNumeric: true,
    card: 'labeled',
    cell: ({ wantNews }) => countText(wantNews),
  },
]

/** How many people a sale or a release of each mod would reach. */
export const WishedMods = () => {
  const query = useWishedMods()
  return (
    <section aria-labelledby="wished" className="flex flex-col gap-3">
      <div>
        <h2 id="wished" className="text-base font-semibold">
          Wishlists
        </h2>
        <p className="text-small text-muted">
          People who opted in get an e-mail when a mod on their wishlist goes on sale or gets a new version, at most
          once a week.
        </p>
      </div>
      <DataTable
        query={query}
        failure="The wishlists could not be loaded."
        caption="Mods by the number of people who wish for them"
        rows={query.data ?? []}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        empty={<p className="p-5 text-ui text-muted">No mod is on a wishlist yet.</p>}
      />
    </section>
  )
}
