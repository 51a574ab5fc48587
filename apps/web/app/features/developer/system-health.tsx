import type { ReactNode } from 'react'
import type { HealthSnapshot, Measured } from '@slipstream/contract/developer'
import { Card } from '#ui/card.tsx'
import { Status } from '#ui/status.tsx'
import { clockText, countOrDash, msText, serverTimeText, stripeState, uptimeText } from './health-words.ts'

const SLOW_MS = 250

export const SystemHealth = ({ snapshot }: { snapshot: HealthSnapshot }) => (
  <Card title="System Health">
    <div className="grid gap-x-10 lg:grid-cols-2">
      <Facts facts={systemFacts(snapshot)} />
      <Facts facts={countFacts(snapshot)} />
    </div>
  </Card>
)

type Fact = [name: string, value: ReactNode, problem?: string | null]

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="divide-y text-ui max-lg:not-first:border-t">
    {facts.map(([name, value, problem]) => (
      <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
        <dt className="text-muted">{name}</dt>
        <dd className="num">{value}</dd>
        {problem && <dd className="mt-1 basis-full text-small wrap-anywhere text-destructive">{problem}</dd>}
      </div>
    ))}
  </dl>
)

const measured = (name: string, { ok, latencyMs, error }: Measured): Fact => {
  const tone = latencyMs > SLOW_MS ? 'warning' : 'success'
  return [
    name,
    <Status key={name} tone={ok ? tone : 'destructive'}>
      {ok ? 'OK' : 'FAIL'}, {msText(latencyMs)}
    </Status>,
    ok ? null : error,
  ]
}

const systemFacts = ({ systems, settings, cache }: HealthSnapshot): Fact[] => {
  const stripe = stripeState(systems.stripe)
  const isDiscordReady = systems.discordAuth.configured
  return [
    measured('Database', systems.database),
    ['Stripe', <Status tone={stripe.tone}>{stripe.text}</Status>, systems.stripe.ok ? null : systems.stripe.error],
    [
      'Discord Auth',
      <Status tone={isDiscordReady ? 'success' : 'warning'}>{isDiscordReady ? 'Configured' : 'Missing'}</Status>,
    ],
    [
      'Maintenance mode',
      <Status tone={settings.maintenanceMode ? 'warning' : 'neutral'}>
        {settings.maintenanceMode ? 'ON' : 'OFF'}
      </Status>,
    ],
    ['Cache', <Status tone={cache.enabled ? 'success' : 'warning'}>{cache.enabled ? 'Enabled' : 'Disabled'}</Status>],
    measured('Redis', systems.redis),
    measured('Object storage', systems.storage),
    measured('Mail server', systems.mail),
    workersFact(systems),
    [
      'Jobs',
      <Status tone={(systems.queue.dead ?? 1) > 0 ? 'destructive' : 'success'}>
        {countOrDash(systems.queue.waiting)} waiting, {countOrDash(systems.queue.dead)} failed for good
      </Status>,
      systems.queue.ok ? null : systems.queue.error,
    ],
  ]
}

const workersFact = ({ workers, queue }: HealthSnapshot['systems']): Fact => [
  'Workers',
  <Status tone={workers.ok ? 'success' : 'destructive'}>{countOrDash(workers.alive)} running</Status>,
  queue.ok && !workers.ok ? 'Jobs are not running: no worker has reported in the last 7 seconds.' : null,
]

const countFacts = ({ metrics, now, checkedAt, durationMs, version, uptimeSeconds }: HealthSnapshot): Fact[] => [
  ['Mods', countOrDash(metrics.totals.mods)],
  ['Users', countOrDash(metrics.totals.users)],
  ['Chat in last 24h', `${countOrDash(metrics.adminChatLast24h)} messages`],
  ['Reviews pending', countOrDash(metrics.reviews.pending)],
  ['Reviews approved', countOrDash(metrics.reviews.approved)],
  ['Server time', serverTimeText(now)],
  ['Checked at', `${clockText(checkedAt)}, took ${msText(durationMs)}`],
  ['Version', version || '–'],
  ['Running for', uptimeText(uptimeSeconds)],
]
