import { CarFront } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminModRow } from '@slipstream/contract/mod-list-admin'
import { Link } from '#lib/link.ts'
import { Picture } from '#ui/picture.tsx'

/** The first picture, the title as a link to the editor, and a note below it. */
export const ModName = ({ mod, note }: { mod: AdminModRow; note?: ReactNode }) => (
  <span className="flex min-w-0 items-center gap-3">
    <span className="grid h-9 w-14 shrink-0 place-items-center overflow-hidden rounded-md bg-raised text-subtle">
      {mod.picture ? (
        <Picture picture={mod.picture} sizes="56px" isDecoration className="h-9 w-14 object-cover" />
      ) : (
        <CarFront className="size-4" aria-hidden="true" />
      )}
    </span>
    <span className="min-w-0">
      <Link
        to={`/admin/products/edit/${mod.id}`}
        className="block truncate rounded-sm font-medium underline-offset-4 hover:underline"
      >
        {mod.title}
      </Link>
      {note && <span className="block text-caption md:truncate font-normal text-muted">{note}</span>}
    </span>
  </span>
)
