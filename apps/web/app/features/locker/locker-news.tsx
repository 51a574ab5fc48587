import { CountBadge } from '#ui/count-badge.tsx'
import { useUpdates } from './locker.queries.ts'

const CORNERS = {
  /** Leaves the initials of a name to be read. */
  avatar: 'pointer-events-none absolute -top-1 -right-1 animate-pop-in',
  icon: 'pointer-events-none absolute top-0.5 right-0 animate-pop-in',
}

/** How many owned mods have an update. Nothing where there is none, and where nobody knows. */
const LockerNews = ({ cornerOf }: { cornerOf?: keyof typeof CORNERS }) => {
  const updates = useUpdates()
  if (updates === 0) return null
  return (
    <>
      {' '}
      <span className="sr-only">
        ({updates} {updates === 1 ? 'update' : 'updates'})
      </span>
      <CountBadge key={updates} count={updates} {...(cornerOf && { className: CORNERS[cornerOf] })} />
    </>
  )
}

export default LockerNews
