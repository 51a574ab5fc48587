import type { AlertOverview, Canary } from '@slipstream/contract/alerts'
import { Card } from '#ui/card.tsx'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'

interface SignsOfLifeProps {
  canaries: AlertOverview['canaries']
  hasPing: boolean
}

/** Canaries are sent every minute. "OK" means that one arrived in the last three minutes. */
export const SignsOfLife = ({ canaries, hasPing }: SignsOfLifeProps) => (
  <Card title="Signs of life" description="Sent every minute. Late after 3 minutes.">
    <dl className="divide-y text-ui">
      <Sign name="A worker finished all checks" canary={canaries.pass} late="Jobs are not running" />
      <Sign name="A canary job ran" canary={canaries.job} late="Jobs are not running" />
      <Sign name="A server heard a canary event" canary={canaries.event} late="Changes do not reach the servers" />
      {hasPing && <Sign name="The ping was answered" canary={canaries.ping} late="Not answered" />}
    </dl>
  </Card>
)

const Sign = ({ name, canary, late }: { name: string; canary: Canary; late: string }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
    <dt className="text-muted">{name}</dt>
    <dd>
      <Status tone={canary.isLate ? 'destructive' : 'success'}>
        <span>
          {canary.isLate ? late : 'OK'}, {canary.seenAt === null ? 'never seen' : <Moment at={canary.seenAt} />}
        </span>
      </Status>
    </dd>
    {canary.error !== null && (
      <dd className="mt-1 basis-full text-small wrap-anywhere text-destructive">{canary.error}</dd>
    )}
  </div>
)
