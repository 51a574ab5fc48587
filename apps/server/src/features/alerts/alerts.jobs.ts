import type { AlertChannels } from '#gateways/alert-channels.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import type { MessageHandlers } from '#lib/outbox/outbox.ts'
import { noteCanary } from './canaries.service.ts'
import { type CheckParts, pingAfterPass, runChecks } from './run-checks.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'alerts.check': Record<string, never>
    'alerts.canary': Record<string, never>
  }
}
declare module '#lib/outbox/outbox.ts' {
  interface Messages {
    'alerts.discord': { content: string }
  }
}

type AlertJob = 'alerts.check' | 'alerts.canary'

export const alertJobs = (parts: CheckParts): JobHandlers<AlertJob> => ({
  'alerts.check': async () => {
    await runChecks(parts)
    await pingAfterPass(parts)
  },
  'alerts.canary': () => noteCanary(parts.db, 'job'),
})

export const alertMessages = ({ channels }: { channels: AlertChannels }): MessageHandlers<'alerts.discord'> => ({
  'alerts.discord': ({ content }) => channels.tellDiscord(content),
})

export const ALERT_SCHEDULE: JobSchedule<AlertJob> = { 'alerts.check': { cron: '* * * * *', timeoutMs: 60_000 } }
