import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { done } from './done.ts'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { STRAY_KINDS, STRAY_STATES } from './stray-states.ts'

/** Paid at Stripe with the store's metadata, but unknown to its database, which was restored from before. */
export const Stray = z.object({
  id: Id,
  kind: z.enum(STRAY_KINDS),
  /** The order's number. */
  number: z.nullable(z.string()),
  /** The payment page or subscription at Stripe. */
  stripeId: z.string(),
  /** The name of the account that bought it; null if the account is lost too. */
  account: z.nullable(z.string()),
  amountCents: CentsAmount,
  soldAt: z.iso.datetime(),
  state: z.enum(STRAY_STATES),
  /** Why the last decision could not be carried out. */
  problem: z.nullable(z.string()),
})
export type Stray = z.output<typeof Stray>

export const straysApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/strays',
    summary: 'List what was paid at Stripe but is not in the database, and what was decided about it in the last week',
    access: 'admin',
    poll: true,
    response: z.object({ items: z.array(Stray) }),
  }),
  settle: endpoint({
    method: 'POST',
    path: '/api/admin/strays/:id',
    summary: 'Adopt a lost order or subscription from Stripe, or cancel and refund it',
    access: 'admin',
    needsProof: true,
    params: idParams,
    body: z.strictObject({ decision: z.enum(['adopt', 'refund']) }),
    response: done(),
    errors: ['strays.not_found', 'strays.decided'],
  }),
}
