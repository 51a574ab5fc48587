import { CarFront } from 'lucide-react'
import type { BoardRow } from '@slipstream/contract/compatibility'
import { Link } from '#lib/link.ts'
import { Moment } from '#ui/moment.tsx'
import { Picture } from '#ui/picture.tsx'
import type { Column } from '#ui/table.tsx'
import { CompatibilityState } from './compatibility-state.tsx'

const Name = ({ row: { modId, title, picture, note } }: { row: BoardRow }) => (
  <span className="flex min-w-0 items-center gap-3">
    <span className="grid h-9 w-14 shrink-0 place-items-center overflow-hidden rounded-md bg-raised text-subtle">
      {picture ? (
        <Picture picture={picture} sizes="56px" isDecoration className="h-9 w-14 object-cover" />
      ) : (
        <CarFront className="size-4" aria-hidden="true" />
      )}
    </span>
    <span className="min-w-0">
      <Link to={`/admin/products/edit/${modId}`} className="block truncate rounded-sm hover:underline">
        {title}
      </Link>
      {note && <span className="block max-w-[60ch] truncate text-caption font-normal text-muted">{note}</span>}
    </span>
  </span>
)

export const BOARD_COLUMNS: readonly Column<BoardRow>[] = [
  { key: 'title', header: 'Mod', cell: (row) => <Name row={row} /> },
  { key: 'version', header: 'Release', card: 'labeled', cell: ({ version }) => version },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, fixedIn }) => <CompatibilityState state={state} fixedIn={fixedIn} />,
  },
  {
    key: 'changed',
    header: 'Last change',
    hideBelow: 'lg',
    cell: ({ changedAt, changedBy }) =>
      changedAt && (
        <span className="text-muted">
          <Moment at={changedAt} />
          {changedBy && ` by ${changedBy}`}
        </span>
      ),
  },
]
