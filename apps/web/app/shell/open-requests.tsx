import { useOpenRequests } from '#features/settings/settings.queries.ts'
import { Link } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'

interface OpenRequestsProps {
  isCollapsed: boolean
  onFollow: (() => void) | undefined
}

/** The number of open refund requests on its menu row. Links to those orders. */
export const OpenRequests = ({ isCollapsed, onFollow }: OpenRequestsProps) => {
  const open = useOpenRequests()
  if (open === 0) return null
  return (
    <Link
      to="/admin/orders?requested=true"
      aria-label={open === 1 ? '1 open request' : `${open} open requests`}
      onClick={onFollow}
      className={cx(
        'absolute flex h-6 min-w-6 items-center justify-center rounded-full',
        // Beside the icon, so that enough of the row stays clickable.
        isCollapsed ? '-top-1 -right-3' : 'top-1.5 right-2',
      )}
    >
      <Badge look="solid" className={isCollapsed ? 'h-4.5! px-1.5!' : 'px-2!'}>
        {open > 99 ? '99+' : open}
      </Badge>
    </Link>
  )
}
