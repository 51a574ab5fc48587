import type { Logger } from 'pino'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { type CheckStep, checkRoles } from './check-roles.service.ts'
import { type RoleParts, syncRole } from './discord-role.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'premium.sync_role': { discordId: string }
    'premium.check_roles': CheckStep
  }
}

type PremiumJob = 'premium.sync_role' | 'premium.check_roles'

interface Parts extends RoleParts {
  log: Pick<Logger, 'info' | 'warn'>
}

export const premiumJobs = (parts: Parts): JobHandlers<PremiumJob> => ({
  'premium.sync_role': ({ discordId }) => syncRole(parts, discordId),
  'premium.check_roles': (step) => checkRoles(parts, step),
})

export const PREMIUM_SCHEDULE: JobSchedule<PremiumJob> = { 'premium.check_roles': { cron: '41 4 * * *' } }
