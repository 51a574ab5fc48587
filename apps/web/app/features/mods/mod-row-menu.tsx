import { Copy, Ellipsis, ExternalLink, PencilLine } from 'lucide-react'
import type { AdminModRow } from '@slipstream/contract/mod-list-admin'
import { Link, useNavigate } from '#lib/link.ts'
import { Dropdown, DropdownItem } from '#ui/dropdown.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { useDuplicateMod } from './edit/edit.queries.ts'

/** The actions for one mod in the table. */
export const ModRowMenu = ({ mod: { id, title, status } }: { mod: AdminModRow }) => {
  const duplicate = useDuplicateMod(id)
  const navigate = useNavigate()
  const makeCopy = () =>
    duplicate.mutate(undefined, {
      onSuccess: (copy) => void navigate(`/admin/products/edit/${copy.id}`),
      onError: toastFailure(`${title} was not copied`),
    })
  return (
    <Dropdown
      trigger={
        <IconButton label={`Actions for ${title}`} size="icon-sm" isLoading={duplicate.isPending}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
    >
      <DropdownItem asChild>
        <Link to={`/admin/products/edit/${id}`}>
          <PencilLine aria-hidden="true" />
          Edit
        </Link>
      </DropdownItem>
      {status === 'published' && (
        <DropdownItem asChild>
          <Link to={`/mods/${id}`} reloadDocument>
            <ExternalLink aria-hidden="true" />
            View in the store
          </Link>
        </DropdownItem>
      )}
      <DropdownItem onSelect={makeCopy}>
        <Copy aria-hidden="true" />
        Duplicate
      </DropdownItem>
    </Dropdown>
  )
}
