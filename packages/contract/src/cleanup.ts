import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { OperationView } from './operations.ts'
import { instant } from './text.ts'

/** What one retention rule would remove now. */
export const DueData = z.object({
  name: z.string(),
  /** "Sign-in attempts" */
  what: z.string(),
  /** "deleted" */
  fate: z.string(),
  /** "90 days" */
  period: z.string(),
  /** Everything before this is due. */
  before: z.iso.datetime(),
  count: z.int(),
  /** The oldest few, without anything that names a person. */
  examples: z.array(z.string()),
})
export type DueData = z.output<typeof DueData>

export const CleanupPlan = z.object({
  /** The moment the dry run was made for. A cleanup for this moment removes exactly what it lists. */
  at: z.iso.datetime(),
  rules: z.array(DueData),
  /** What the last finished cleanup removed, by rule. */
  last: z.nullable(z.object({ finishedAt: z.iso.datetime(), removed: z.record(z.string(), z.int()) })),
})
export type CleanupPlan = z.output<typeof CleanupPlan>

export const cleanupApi = {
  plan: endpoint({
    method: 'GET',
    path: '/api/admin/cleanup',
    summary: 'Dry run of the retention periods: what is due now, with examples',
    access: 'admin',
    response: CleanupPlan,
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/admin/cleanup',
    summary: 'Start removing what was due at the moment of a dry run',
    access: 'admin',
    needsProof: 'no: removes only what is due by itself',
    body: z.strictObject({ at: instant() }),
    response: OperationView,
    errors: ['operation.running', 'cleanup.plan_outdated'],
  }),
}
