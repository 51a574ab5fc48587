import type Stripe from 'stripe'
import * as z from 'zod'
import { cursors, flag, metadata, parametersOf, text, textOrNone } from '../core/parameters.ts'

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features

export const CANCELLATION_REASONS = {
  too_expensive: 'It’s too expensive',
  missing_features: 'I need more features',
  switched_service: 'I found an alternative',
  unused: 'I no longer need it',
  customer_service: 'Customer service was less than expected',
  too_complex: 'Ease of use was less than expected',
  low_quality: 'Quality was less than expected',
  other: 'Other reason',
} as const
export type CancellationReason = keyof typeof CANCELLATION_REASONS

/** An empty string stands for an empty list. */
const listOrNone = <Item extends z.ZodType>(item: Item) =>
  z.union([z.array(item), z.literal('').transform((): z.infer<Item>[] => [])])

const enabled = { enabled: flag }

const features = parametersOf<Features>()({
  customer_update: parametersOf<NonNullable<Features['customer_update']>>()({
    ...enabled,
    allowed_updates: listOrNone(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id'])).optional(),
  }).optional(),
  invoice_history: z.strictObject(enabled).optional(),
  payment_method_update: z.strictObject(enabled).optional(),
  subscription_cancel: parametersOf<NonNullable<Features['subscription_cancel']>>()({
    ...enabled,
    cancellation_reason: z
      .strictObject({
        ...enabled,
        options: listOrNone(z.enum(Object.keys(CANCELLATION_REASONS) as CancellationReason[])).optional(),
      })
      .optional(),
    mode: z.enum(['at_period_end', 'immediately']).optional(),
    proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  }).optional(),
  subscription_update: z.strictObject(enabled).optional(),
})
export type GivenFeatures = z.infer<typeof features>

const settings = {
  business_profile: z
    .strictObject({
      headline: textOrNone.optional(),
      privacy_policy_url: textOrNone.optional(),
      terms_of_service_url: textOrNone.optional(),
    })
    .optional(),
  default_return_url: textOrNone.optional(),
  login_page: z.strictObject(enabled).optional(),
  metadata: metadata.optional(),
  name: textOrNone.optional(),
}

export const CreateConfiguration = parametersOf<Stripe.BillingPortal.ConfigurationCreateParams>()({
  ...settings,
  features,
})
export const UpdateConfiguration = parametersOf<Stripe.BillingPortal.ConfigurationUpdateParams>()({
  ...settings,
  active: flag.optional(),
  features: features.optional(),
})
export type GivenConfiguration = z.infer<typeof UpdateConfiguration>

export const ListConfigurations = parametersOf<Stripe.BillingPortal.ConfigurationListParams>()({
  ...cursors,
  active: flag.optional(),
  is_default: flag.optional(),
})

type Flow = Stripe.BillingPortal.SessionCreateParams.FlowData
const FlowData = parametersOf<Flow>()({
  after_completion: parametersOf<NonNullable<Flow['after_completion']>>()({
    redirect: z.strictObject({ return_url: text }).optional(),
    type: z.enum(['hosted_confirmation', 'portal_homepage', 'redirect']),
  }).optional(),
  subscription_cancel: z.strictObject({ subscription: text }).optional(),
  type: z.enum([
    'customer_update',
    'payment_method_update',
    'subscription_cancel',
    'subscription_pause',
    'subscription_update',
    'subscription_update_confirm',
  ]),
})
export type GivenFlow = z.infer<typeof FlowData>

export const CreatePortalSession = parametersOf<Stripe.BillingPortal.SessionCreateParams>()({
  configuration: text.optional(),
  customer: text,
  flow_data: FlowData.optional(),
  locale: text.optional(),
  return_url: text.optional(),
})
