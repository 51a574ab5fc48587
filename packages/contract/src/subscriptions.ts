import * as z from 'zod/mini'
import { endpoint, ONE_MINUTE } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { asItIs, lenient } from './lenient.ts'
import { cents } from './money.ts'
import { integer } from './number.ts'
import { PLAN_INTERVALS, PLAN_LIMITS } from './plan-terms.ts'
import { filledText, text } from './text.ts'
import { UsdPrice } from './usd-price.ts'

export const SubscriptionPlan = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  price: UsdPrice,
  interval: z.string(),
  isActive: z.boolean(),
  isFeatured: z.boolean(),
  sortOrder: z.int(),
})
export type SubscriptionPlan = z.output<typeof SubscriptionPlan>

const PLAN_FALLBACKS = { interval: 'month', isActive: true }

/** A plan as customers see it. */
export const SoldPlan = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  price: UsdPrice,
  interval: z.enum(PLAN_INTERVALS),
  isFeatured: z.boolean(),
})
export type SoldPlan = z.output<typeof SoldPlan>

const FIELDS = {
  name: filledText(PLAN_LIMITS.name),
  description: text(PLAN_LIMITS.description),
  price: UsdPrice,
  interval: text(PLAN_LIMITS.interval),
  isActive: z.boolean(),
  isFeatured: z.boolean(),
  sortOrder: integer(),
}

export const NewPlan = z.strictObject({
  name: FIELDS.name,
  description: z._default(FIELDS.description, ''),
  price: z._default(FIELDS.price, cents(0)),
  interval: z._default(FIELDS.interval, 'month'),
  isActive: z._default(FIELDS.isActive, true),
  isFeatured: z._default(FIELDS.isFeatured, false),
  sortOrder: z._default(FIELDS.sortOrder, 0),
})
export type NewPlan = z.output<typeof NewPlan>

/** A page sends only the field that was changed. */
export const PlanChange = z.partial(z.strictObject(FIELDS))
export type PlanChange = z.output<typeof PlanChange>

export const subscriptionsApi = {
  soldPlans: endpoint({
    method: 'GET',
    path: '/api/subscription/plans',
    summary: 'Lists the plans that can be bought, in their order',
    access: 'public',
    response: z.array(SoldPlan),
    cache: ONE_MINUTE,
  }),
  plans: endpoint({
    method: 'GET',
    path: '/api/admin/subscription/plans',
    summary: 'Lists the plans in their order, without archived ones',
    access: 'admin',
    response: z.array(SubscriptionPlan),
    reads: lenient(z.array(SubscriptionPlan), PLAN_FALLBACKS),
  }),
  createPlan: endpoint({
    method: 'POST',
    path: '/api/admin/subscription/plans',
    summary: 'Creates a plan',
    access: 'admin',
    needsProof: 'no: plans',
    body: NewPlan,
    response: SubscriptionPlan,
    reads: lenient(SubscriptionPlan, PLAN_FALLBACKS),
  }),
  changePlan: endpoint({
    method: 'PATCH',
    path: '/api/admin/subscription/plans/:id',
    summary: 'Changes the given fields of a plan. Running subscriptions keep their price',
    access: 'admin',
    needsProof: 'no: plans',
    params: idParams,
    body: PlanChange,
    response: SubscriptionPlan,
    reads: lenient(SubscriptionPlan, PLAN_FALLBACKS),
    errors: ['plan.not_found'],
  }),
  archivePlan: endpoint({
    method: 'DELETE',
    path: '/api/admin/subscription/plans/:id',
    summary: 'Archives a plan. Running subscriptions go on',
    access: 'admin',
    needsProof: 'no: plans',
    params: idParams,
    response: z.null(),
    reads: asItIs<null>(),
    errors: ['plan.not_found'],
  }),
}
