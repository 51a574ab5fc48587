import type { LimitName, SecurityOverview } from '@slipstream/contract/security'
import { plural } from '#lib/counts.ts'
import type { Guard } from '#lib/guard.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { useRequireSecondFactor, useSecurity } from './security.queries.ts'
import { Staff } from './staff.tsx'

/** How the store's accounts are protected. The guard asks for reauthentication if the server requires it. */
export const SecuritySettings = ({ guard }: { guard: Guard }) => {
  const { data, error, refetch, isFetching } = useSecurity()
  return (
    <div className="flex flex-col gap-5">
      {data ? (
        <SecondFactor {...data.secondFactor} guard={guard} />
      ) : (
        <Card>
          {error ? (
            <ErrorState
              title="The security settings could not be loaded."
              error={error}
              onRetry={() => void refetch()}
              isRetrying={isFetching}
            />
          ) : (
            <Skeleton className="h-24" />
          )}
        </Card>
      )}
      <Staff />
      {data && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Limits {...data} />
          <Sessions {...data.sessions} />
        </div>
      )}
    </div>
  )
}

const FIXED = {
  configuration: 'The configuration requires it (ADMIN_SECOND_FACTOR), so it cannot be turned off here.',
  demo: 'A demo store never requires it, because its passwords are public.',
}

type SecondFactorProps = SecurityOverview['secondFactor'] & { guard: Guard }

const SecondFactor = ({ isRequired, fixedBy, change, lacking, guard }: SecondFactorProps) => {
  const { mutateAsync, error, isPending, variables } = useRequireSecondFactor()
  return (
    <Card title="Second factor">
      <Switch
        label="Require a second factor of administrators"
        hint={
          fixedBy === null
            ? 'An authenticator app or a passkey. Administrators without one keep their account but lose all admin rights until they set it up.'
            : FIXED[fixedBy]
        }
        checked={isPending ? variables : isRequired}
        disabled={fixedBy !== null || isPending}
        // The failure shows below the switch.
        onCheckedChange={(wanted) => void guard(() => mutateAsync(wanted)).catch(() => undefined)}
      />
      {change && (
        <p className="mt-3 text-caption text-subtle">
          Changed <Moment at={change.at} /> by {change.by}
        </p>
      )}
      {error && <Notice tone="destructive" title={failureText(error)} className="mt-4" />}
      {lacking > 0 && (
        <Notice
          tone="warning"
          className="mt-4"
          title={plural(lacking, 'administrator has no second factor', 'administrators have no second factor')}
        >
          A stolen password is enough to get into such an account. Administrators set up a second factor in their own
          profile.
        </Notice>
      )}
    </Card>
  )
}

const LIMITS: Record<LimitName, string> = {
  'sign-in-address': 'Sign-in attempts from one address',
  'password-burst': 'Password attempts for one account from one address or known device',
  'password-daily': 'The same over a day',
  'password-everywhere': 'Password attempts for one account from all unknown devices together',
  'code-burst': 'Second-factor codes for one account from one address or known device',
  'code-everywhere': 'Second-factor codes for one account from all unknown devices together',
  register: 'New accounts from one address',
  'auth-mailbox': 'Links sent to one mailbox',
}

type Limit = SecurityOverview['limits'][number]

const LIMIT_COLUMNS: readonly Column<Limit>[] = [
  { key: 'name', header: 'What is limited', card: 'title', cell: ({ name }) => LIMITS[name] },
  {
    key: 'max',
    header: 'At most',
    card: 'status',
    cell: ({ max, windowMinutes }) => `${max} in ${spanOf(windowMinutes)}`,
  },
]

const spanOf = (minutes: number) => {
  if (minutes >= 24 * 60) return '24 hours'
  if (minutes >= 60) return '1 hour'
  return plural(minutes, 'minute')
}

const Limits = ({ limits, attempts: { failed, limited } }: SecurityOverview) => (
  <Card
    isFlush
    title="Sign-in limits"
    description={`${plural(failed, 'failed attempt')} in the last 24 hours, and ${plural(limited, 'attempt')} over a limit. The limits are fixed.`}
  >
    <div className="border-t">
      <Table caption="Sign-in limits" columns={LIMIT_COLUMNS} rows={limits} rowKey={({ name }) => name} />
    </div>
  </Card>
)

const Sessions = ({ idleDays, longestDays, proofMinutes }: SecurityOverview['sessions']) => (
  <Card title="Sessions">
    <ul className="flex list-disc flex-col gap-1.5 ps-5 text-ui">
      <li>
        A session ends after {idleDays} days without use, and after {longestDays} days in any case.
      </li>
      <li>Sensitive actions need a password, code or passkey that is at most {proofMinutes} minutes old.</li>
      <li>Everyone can see and end their own sessions in the profile. A ban ends all of them.</li>
    </ul>
  </Card>
)
