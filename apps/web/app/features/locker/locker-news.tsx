import { plural } from '#lib/counts.ts'
import { CountBadge } from '#ui/count-badge.tsx'
import { useUpdates } from './locker.queries.ts'

const CORNERS = {
  /** Positioned so that the initials stay readable. */
  avatar: 'pointer-events-none absolute -top-1 -right-1 animate-pop-in',
  icon: 'pointer-events-none absolute top-0.5 right-0 animate-pop-in',
}

/** How many owned mods have an update. Renders nothing if the count is zero or unknown. */
const LockerNews = ({ cornerOf }: { cornerOf?: keyof typeof CORNERS }) => {
  const updates = useUpdates()
  if (updates === 0) return null
  return (
    <>
      {' '}
      <span className="sr-only">({plural(updates, 'update')})</span>
      <CountBadge key={updates} count={updates} isOutlined {...(cornerOf && { className: CORNERS[cornerOf] })} />
    </>
  )
}

export default LockerNews
