import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { UserSignal } from '@slipstream/contract/users-tracking'
import { plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSignals } from './tracking.queries.ts'

const REASONS: Record<UserSignal['kind'], (count: number) => string> = {
  failed_sign_ins: (count) => `${plural(count, 'failed sign-in')} in 24 hours. Somebody may be guessing the password.`,
  many_addresses: (count) =>
    `Downloads from ${plural(count, 'address', 'addresses')} in 24 hours. The account may be shared.`,
  many_downloads: (count) => `${plural(count, 'download')} in 24 hours. A script may be downloading.`,
  shared_address: (count) =>
    `Failed sign-ins to ${plural(count, 'account')} in 24 hours. Somebody may be trying leaked passwords.`,
}

/** Unusual patterns with their reason. They change nothing by themselves. */
export const Signals = () => {
  const { data, error, isFetching, refetch } = useSignals()
  return (
    <Card
      title="Unusual in the last 24 hours"
      description="Hints for a person to look at. The store never bans or blocks anyone because of them."
    >
      {data?.length === 0 && (
        <p className="flex items-center gap-2 text-ui text-muted">
          <CircleCheck className="size-4 text-success" aria-hidden="true" />
          Nothing unusual.
        </p>
      )}
      {data && data.length > 0 && (
        <ul aria-label="Unusual patterns" className="flex flex-col gap-3">
          {data.map((signal) => (
            <Line key={`${signal.kind} ${signal.userId ?? signal.ip}`} signal={signal} />
          ))}
        </ul>
      )}
      {!data && error && (
        <ErrorState
          title="The signals could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading the signals">
          <Skeleton className="h-10 rounded-xl" />
        </div>
      )}
    </Card>
  )
}

const Line = ({ signal: { kind, userId, username, ip, count, lastAt } }: { signal: UserSignal }) => (
  <li className="flex gap-3 text-ui">
    <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden="true" />
    <div className="min-w-0">
      <p className="wrap-anywhere">
        {userId === null ? (
          <span className="num font-medium">{ip}</span>
        ) : (
          <Link
            to={`/admin/users?user=${userId}`}
            className="rounded-sm font-medium underline-offset-4 hover:underline"
          >
            {username}
          </Link>
        )}
        : {REASONS[kind](count)}
      </p>
      <p className="text-caption text-muted">
        Last <Moment at={lastAt} />
      </p>
    </div>
  </li>
)
