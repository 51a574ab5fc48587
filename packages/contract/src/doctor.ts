import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const SetupCheckResult = z.object({
  name: z.string(),
  /** What was checked, in a few words. */
  title: z.string(),
  /** What is wrong and what to do about it; both null if all is well. */
  problem: z.nullable(z.string()),
  remedy: z.nullable(z.string()),
})
export type SetupCheckResult = z.output<typeof SetupCheckResult>

export const doctorApi = {
  checks: endpoint({
    method: 'GET',
    path: '/api/admin/setup',
    summary: 'Check everything that must be right before people can buy',
    access: 'admin',
    response: z.object({ checks: z.array(SetupCheckResult) }),
  }),
}
