import { MonitorSmartphone } from 'lucide-react'
import type { Session } from '@slipstream/contract/account'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Moment } from '#ui/moment.tsx'
import { AccountSection, SubSection } from './account-section.tsx'
import { useEndOtherSessions, useEndSession, useSessions } from './account.queries.ts'
import { Outcome } from './outcome.tsx'
import { SignInHistory } from './sign-in-history.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

export const DevicesSection = () => (
  <AccountSection id="devices" description="Where you are signed in. Sign out any device you don’t recognize.">
    <Devices />
    <SubSection title="Recent sign-ins">
      <SignInHistory />
    </SubSection>
  </AccountSection>
)

const Devices = () => {
  const sessions = useSessions()
  const endOne = useEndSession()
  const endOthers = useEndOtherSessions()
  const list = useKeptFocus<HTMLUListElement>(sessions.data?.length)

  if (sessions.isError) {
    return (
      <ErrorState
        title="Your devices could not be loaded."
        error={sessions.error}
        onRetry={() => void sessions.refetch()}
      />
    )
  }
  if (!sessions.data) return <Skeleton className="h-28 rounded-xl" />

  const signOut = (id: number) => {
    endOthers.reset()
    endOne.mutate(id)
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Devices" className="flex flex-col divide-y rounded-sm outline-none">
        {sessions.data.toSorted(thisOneFirst).map((session) => (
          <Device
            key={session.id}
            session={session}
            isEnding={endOne.isPending && endOne.variables === session.id}
            onSignOut={() => signOut(session.id)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {sessions.data.length > 1 ? (
          <ConfirmDialog
            title="Sign out everywhere else?"
            description="Every other device will have to log in again."
            confirmLabel="Sign out everywhere else"
            onConfirm={() => {
              endOne.reset()
              endOthers.mutate()
            }}
            trigger={
              <Button variant="outline" isLoading={endOthers.isPending}>
                Sign out everywhere else
              </Button>
            }
          />
        ) : (
          <p className="text-small text-muted">You aren’t signed in anywhere else.</p>
        )}
        <Outcome act={endOne} done="The device is signed out." />
        <Outcome act={endOthers} done="All other devices are signed out." />
      </div>
    </>
  )
}

const thisOneFirst = (one: Session, other: Session) => Number(other.isThisOne) - Number(one.isThisOne)

const METHODS: Record<Session['method'], string> = { password: 'Password', discord: 'Discord', passkey: 'Passkey' }

interface DeviceProps {
  session: Session
  isEnding: boolean
  onSignOut: () => void
}

const Device = ({ session, isEnding, onSignOut }: DeviceProps) => {
  const { device, ip, method, createdAt, usedAt, isThisOne } = session
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-3.5 first:pt-0 last:pb-0">
      <div className="flex min-w-0 gap-3">
        <MonitorSmartphone className="mt-0.5 size-5 text-muted" aria-hidden="true" />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ui font-medium">
            {device}
            {isThisOne && <Badge tone="success">This device</Badge>}
          </p>
          <p className="mt-0.5 text-small text-muted">
            {METHODS[method]}&nbsp;· <span className="num">{ip}</span>&nbsp;· since <Moment at={createdAt} isDay />
          </p>
          {!isThisOne && (
            <p className="text-small text-muted">
              Last used <Moment at={usedAt} />
            </p>
          )}
        </div>
      </div>
      {!isThisOne && (
        <Button
          size="sm"
          className="max-sm:ml-8"
          isLoading={isEnding}
          onClick={onSignOut}
          aria-label={`Sign out ${device}, ${ip}`}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
