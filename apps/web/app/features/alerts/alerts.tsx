import { BellRing } from 'lucide-react'
import type { AlertOverview } from '@slipstream/contract/alerts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { useAlerts, useTestAlert } from './alerts.queries.ts'
import { ErrorGroups } from './error-groups.tsx'
import { OpenIncidents, PastIncidents } from './incident-lists.tsx'
import { ScheduledJobs } from './scheduled-jobs.tsx'
import { SignsOfLife } from './signs-of-life.tsx'

/** The store's own health checks, what is wrong now, and who is notified. */
export const Alerts = () => {
  const { data, isPending, error, isFetching, refetch } = useAlerts()
  return (
    <div className="flex flex-col gap-5">
      {error && (
        <Card>
          <ErrorState
            title="The alerts could not be loaded."
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Card>
      )}
      {isPending && <Skeleton className="h-96 rounded-2xl" />}
      {data && (
        <>
          <OpenIncidents incidents={data.open} />
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <Channels channels={data.channels} />
            <SignsOfLife canaries={data.canaries} hasPing={data.channels.ping} />
          </div>
          <ScheduledJobs jobs={data.jobs} />
        </>
      )}
      <ErrorGroups />
      <PastIncidents />
      {data && <Checks checks={data.checks} isChecked={!data.canaries.pass.isLate} />}
    </div>
  )
}

const Channels = ({ channels }: { channels: AlertOverview['channels'] }) => {
  const test = useTestAlert()
  return (
    <Card
      title="Recipients"
      description="One message when a problem begins and one when it is over."
      actions={
        <Button variant="outline" isLoading={test.isPending} onClick={() => test.mutate()}>
          <BellRing aria-hidden="true" />
          Send a test alert
        </Button>
      }
    >
      <dl className="divide-y text-ui">
        <Channel name="Email" isOn state={channels.mail} />
        <Channel name="Discord" isOn={channels.discord} state={channels.discord ? 'On' : 'Off'} />
        <Channel name="“Still alive” ping" isOn={channels.ping} state={channels.ping ? 'On' : 'Off'} />
      </dl>
      {!channels.ping && (
        <p className="mt-3 text-small text-muted">
          Without the ping, nobody is told when the store is down. Set <code className="font-mono">ALERT_PING_URL</code>{' '}
          to the ping URL of a monitoring service.
        </p>
      )}
      <p role="status" className="mt-3 text-small text-muted empty:hidden">
        {test.data && 'A test alert is on its way.'}
      </p>
      {test.error && (
        <Notice tone="destructive" title="The test alert was not sent" className="mt-3">
          {failureText(test.error)}
        </Notice>
      )}
    </Card>
  )
}

const Channel = ({ name, isOn, state }: { name: string; isOn: boolean; state: string }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere">
      <Status tone={isOn ? 'success' : 'neutral'}>{state}</Status>
    </dd>
  </div>
)

/** A check that no worker has run in the last few minutes must not show as OK. */
const Checks = ({ checks, isChecked }: { checks: AlertOverview['checks']; isChecked: boolean }) => (
  <Card title="What is checked" description="Every minute. Each check says what it measures.">
    <ul className="divide-y text-ui">
      {checks.map(({ name, title, measures, isOpen }) => (
        <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
          <span className="min-w-0 flex-1 basis-64">{measures}</span>
          {isOpen ? (
            <Status tone="destructive">{title}</Status>
          ) : (
            <Status tone={isChecked ? 'success' : 'neutral'}>{isChecked ? 'OK' : 'Not checked'}</Status>
          )}
        </li>
      ))}
    </ul>
  </Card>
)
