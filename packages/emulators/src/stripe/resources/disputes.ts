import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find, idOf } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { book } from '../core/balance.ts'
import { invalidRequest } from '../core/failure.ts'
import { newId } from '../core/ids.ts'
import { isLike, listOf } from '../core/listing.ts'
import { flag, mergeMetadata, metadata, paging, parametersOf, text } from '../core/parameters.ts'

const DAYS_TO_ANSWER = 9

const EVIDENCE = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const

/** Stripe's limit for each text field. */
const FIELD_MAX = 20_000

const Update = parametersOf<Stripe.DisputeUpdateParams>()({
  evidence: z
    .partialRecord(
      z.enum(EVIDENCE),
      z.string().max(FIELD_MAX, `Evidence takes at most ${FIELD_MAX} characters in a field.`),
    )
    .optional(),
  metadata: metadata.optional(),
  submit: flag.optional(),
})
const List = parametersOf<Stripe.DisputeListParams>()({
  ...paging,
  charge: text.optional(),
  payment_intent: text.optional(),
})

const findDispute = (account: Account, id: string) => find(account.state.disputes, 'dispute', id, 'dispute')

/**
 * Opens a dispute; the bank takes the money at once. A charge can have several disputes, each for a part of it. Without
 * an amount the dispute is about everything that is left.
 */
export const openDispute = (account: Account, charge: Stripe.Charge, reason: string, asked?: number) => {
  const left = charge.amount_captured - charge.amount_refunded - heldByBanks(account, charge)
  const amount = asked ?? left
  if (!charge.paid || amount < 1 || amount > left) throw invalidRequest(`Charge ${charge.id} cannot be disputed.`)
  const id = newId('du')
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [
      book(account, { type: 'adjustment', amount: -amount, currency: charge.currency, source: id }),
    ],
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence(),
    evidence_details: {
      due_by: account.now() + DAYS_TO_ANSWER * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    reason,
    status: 'needs_response',
  }
  account.state.disputes[id] = dispute
  charge.disputed = true
  account.emit('charge.dispute.created', dispute)
  account.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

const heldByBanks = ({ state }: Account, { id }: Stripe.Charge) =>
  Object.values(state.disputes)
    .filter(({ charge, status }) => charge === id && status !== 'won')
    .reduce((sum, { amount }) => sum + amount, 0)

const noEvidence = (): Stripe.Dispute.Evidence => ({
  ...(Object.fromEntries(EVIDENCE.map((name) => [name, null])) as Record<(typeof EVIDENCE)[number], null>),
  enhanced_evidence: {},
})

export const closeDispute = (account: Account, dispute: Stripe.Dispute, outcome: 'won' | 'lost') => {
  if (isClosed(dispute)) throw invalidRequest(`This dispute is already closed: ${dispute.status}.`)
  const before = { status: dispute.status }
  dispute.status = outcome
  if (outcome === 'won') {
    const { amount, currency, id } = dispute
    dispute.balance_transactions.push(book(account, { type: 'adjustment', amount, currency, source: id }))
    account.emit('charge.dispute.funds_reinstated', dispute)
  }
  account.emit('charge.dispute.closed', dispute, before)
  return dispute
}

const isClosed = ({ status }: Stripe.Dispute) => status === 'won' || status === 'lost'

const updateDispute = (account: Account, dispute: Stripe.Dispute, given: z.infer<typeof Update>) => {
  if (isClosed(dispute)) throw invalidRequest('This dispute is already closed')
  dispute.metadata = mergeMetadata(dispute.metadata, given.metadata)
  if (given.evidence) {
    Object.assign(dispute.evidence, given.evidence)
    dispute.evidence_details.has_evidence = true
    if (given.submit !== false) {
      dispute.evidence_details.submission_count += 1
      dispute.status = 'under_review'
    }
  }
  account.emit('charge.dispute.updated', dispute)
  return dispute
}

export const serveDisputes = (api: Api, account: Account) => {
  api.on('GET /v1/disputes', List, (given) =>
    listOf(
      '/v1/disputes',
      Object.values(account.state.disputes).filter((row) =>
        isLike(row, { charge: given.charge, payment_intent: given.payment_intent }),
      ),
      given,
    ),
  )
  api.on('GET /v1/disputes/:id', z.strictObject({}), (_, id) => findDispute(account, id))
  api.on('POST /v1/disputes/:id', Update, (given, id) => updateDispute(account, findDispute(account, id), given))
  api.on('POST /v1/disputes/:id/close', z.strictObject({}), (_, id) =>
    closeDispute(account, findDispute(account, id), 'lost'),
  )
}
