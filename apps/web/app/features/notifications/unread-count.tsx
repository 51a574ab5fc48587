import type { ReactNode } from 'react'
import { plural } from '#lib/counts.ts'
import { useLive } from '#lib/live/use-live.ts'
import { PATHS } from '#lib/query-keys.ts'
import { CountBadge } from '#ui/count-badge.tsx'
import { useUnread } from './notifications.queries.ts'

const CORNERS = {
  /** Positioned so that the initials stay readable. */
  avatar: 'pointer-events-none absolute -top-1 -right-1 animate-pop-in',
  icon: 'pointer-events-none absolute top-0.5 right-0 animate-pop-in',
}

interface UnreadCountProps {
  cornerOf?: keyof typeof CORNERS
  /** Shown while everything is read, or the count is unknown. */
  otherwise?: ReactNode
}

/** How many notifications the user has not read. */
const UnreadCount = ({ cornerOf, otherwise = null }: UnreadCountProps) => {
  useLive('me', PATHS.unreadNotifications)
  const unread = useUnread()
  if (unread === 0) return otherwise
  return (
    <>
      {' '}
      <span className="sr-only">({plural(unread, 'unread notification')})</span>
      <CountBadge key={unread} count={unread} isOutlined {...(cornerOf && { className: CORNERS[cornerOf] })} />
    </>
  )
}

export default UnreadCount
