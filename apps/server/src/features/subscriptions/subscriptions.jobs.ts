import type { Db } from '@slipstream/db/client'
import type { StripeGateway } from '#gateways/stripe.ts'
import type { JobHandlers } from '#lib/jobs/jobs.ts'
import { publishPlan } from './publish-plan.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'subscriptions.publish_plan': { planId: number }
  }
}

export const subscriptionJobs = (parts: {
  db: Db
  stripe: StripeGateway
}): JobHandlers<'subscriptions.publish_plan'> => ({
  'subscriptions.publish_plan': ({ planId }) => publishPlan(parts, planId),
})
