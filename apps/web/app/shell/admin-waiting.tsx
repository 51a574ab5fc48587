import type { WaitingKind } from '@slipstream/contract/analytics-terms'
import { useWaiting } from '#features/analytics/dashboard.queries.ts'
import { useOpenRequests } from '#features/settings/settings.queries.ts'
import { countText, plural } from '#lib/counts.ts'
import { Link, type PageAddress } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'

type Kind = WaitingKind | 'requests'

/** The singular, the plural, and the page that deals with it. */
const WORDS: Record<Kind, readonly [one: string, many: string, to: PageAddress]> = {
  requests: ['open request', 'open requests', '/admin/orders?requested=true'],
  disputes: ['dispute to answer', 'disputes to answer', '/admin/orders?status=disputed'],
  notReadyMods: ['mod not confirmed', 'mods not confirmed', '/admin/mods'],
  lateTickets: ['late ticket', 'late tickets', '/admin/support/tickets?late=true'],
  reviews: ['review to read', 'reviews to read', '/admin/reviews'],
  failedMails: ['failed mail', 'failed mails', '/admin/database/logs?tab=jobs&state=dead'],
  failedJobs: ['failed job', 'failed jobs', '/admin/database/logs?tab=jobs&state=dead'],
}

const useCounts = (kinds: readonly Kind[]) => {
  const waiting = useWaiting()
  const requests = useOpenRequests()
  const counts = kinds.map((kind) => ({ kind, count: kind === 'requests' ? requests : (waiting?.[kind] ?? 0) }))
  const found = counts.filter(({ count }) => count > 0)
  const total = found.reduce((sum, { count }) => sum + count, 0)
  const words = found.map(({ kind, count }) => plural(count, WORDS[kind][0], WORDS[kind][1])).join(', ')
  return {
    total,
    // A link's accessible name must begin with its visible text.
    words: found.length > 1 ? `${countText(total)} waiting: ${words}` : words,
    to: found[0] && WORDS[found[0].kind][2],
  }
}

interface WaitingLinkProps {
  kinds: readonly Kind[]
  isCollapsed?: boolean
  onFollow: (() => void) | undefined
}

/** The number of waiting items on a menu row, as a link to them. It leaves the name of the row's own link as it is. */
export const WaitingLink = ({ kinds, isCollapsed = false, onFollow }: WaitingLinkProps) => {
  const { total, words, to } = useCounts(kinds)
  if (to === undefined) return null
  return (
    <Link
      to={to}
      aria-label={words}
      title={words}
      onClick={onFollow}
      className={cx(
        'absolute flex h-6 min-w-6 items-center justify-center rounded-full',
        // Beside the icon, so that enough of the row stays clickable.
        isCollapsed ? '-top-1 -right-3' : 'top-1.5 right-2',
      )}
    >
      <Count total={total} isSmall={isCollapsed} />
    </Link>
  )
}

/** The same on a closed group, whose rows are hidden. */
export const WaitingInGroup = ({ kinds, isCollapsed }: { kinds: readonly Kind[]; isCollapsed: boolean }) => {
  const { total, words } = useCounts(kinds)
  if (total === 0) return null
  return (
    // Beside the icon, never on it: before the chevron, or after the icon of a collapsed menu.
    <span
      className={cx(
        'pointer-events-none absolute',
        isCollapsed ? '-top-1 left-6.5' : 'top-0 right-6 flex h-9 items-center',
      )}
    >
      <span aria-hidden="true">
        <Count total={total} isSmall />
      </span>
      <span className="sr-only">{words}</span>
    </span>
  )
}

const Count = ({ total, isSmall }: { total: number; isSmall: boolean }) => (
  <Badge look="solid" className={isSmall ? 'h-4.5! px-1.5!' : 'px-2!'}>
    {total > 99 ? '99+' : total}
  </Badge>
)
