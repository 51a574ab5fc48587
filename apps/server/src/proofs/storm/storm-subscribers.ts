import { setTimeout as sleep } from 'node:timers/promises'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { type Buyer, newBuyers, newMods } from '#testing/buying-store.ts'
import { readAtStripe } from './premium-by-stripe.ts'
import { seededRandom } from './seeded-random.ts'
import type { StoreOfProcesses } from './open-processes.ts'

const PRICE = 799
const COMES_BACK = 0.5
const CLICKS_TWICE = 0.3

/** What one subscriber is owed in the end, derived only from what was shown and done. */
export interface SubscriberAccount {
  buyer: Buyer
  status: 'active' | 'past_due' | 'canceled'
  isRenewed: boolean
  paidCents: number
  refundedCents: number
}

interface Member {
  store: StoreOfProcesses
  buyer: Buyer
  /** The payment page, which identifies the first payment at Stripe. */
  session: string
  account: SubscriberAccount
}

/** What a person does between the first payment and the renewal, and after it. */
interface Life {
  before?: (member: Member) => Promise<void>
  isRenewed: boolean
  after?: (member: Member) => Promise<void>
}

/** Accepts a refusal too: the connection may have broken after the first attempt succeeded. */
const press = async (buyer: Buyer, button: 'cancel' | 'resume' | 'refund') => {
  const body = button === 'cancel' ? {} : undefined
  const { statusCode, body: text } = await buyer.call('POST', `/api/subscription/${button}`, body)
  if (statusCode !== 200 && statusCode !== 409) throw new Error(`${button}: ${statusCode} ${text}`)
}

const takeMoneyBack = async ({ buyer, account }: Member) => {
  await press(buyer, 'refund')
  account.refundedCents = account.paidCents
  account.status = 'canceled'
}

const LIVES: Life[] = [
  { isRenewed: true },
  {
    isRenewed: false,
    before: async ({ buyer, account }) => {
      await press(buyer, 'cancel')
      account.status = 'canceled'
    },
  },
  {
    isRenewed: true,
    before: async ({ buyer }) => {
      await press(buyer, 'cancel')
      await press(buyer, 'resume')
    },
  },
  {
    isRenewed: false,
    before: async ({ store, buyer, account }) => {
      const [subscription] = (await readAtStripe(store.stripe))(buyer.row.id)
      await store.stripe.failNextRenewal(subscription?.id ?? '')
      account.status = 'past_due'
    },
  },
  { isRenewed: false, before: takeMoneyBack },
  { isRenewed: true, after: takeMoneyBack },
  // The renewal stays paid, so the subscription continues.
  {
    isRenewed: true,
    after: async ({ store, session, account }) => {
      await store.stripe.refund(session)
      account.refundedCents = PRICE
    },
  },
  {
    isRenewed: true,
    after: async ({ store, session, account }) => {
      await store.stripe.dispute(session)
      account.refundedCents = PRICE
      account.status = 'canceled'
    },
  },
  // This subscription ends after its second day, which is not over yet.
  { isRenewed: true, after: ({ buyer }) => press(buyer, 'cancel') },
]

/** A plan that renews every day, a mod that it includes, and people who will subscribe. */
export const prepareSubscribers = async (store: StoreOfProcesses, many: number) => {
  const plan = await createPlan(store.db, { name: 'Premium Day', interval: 'day', price: PRICE })
  await newMods(store, [1_500], { includedWithPremium: true })
  return { plan, buyers: many === 0 ? [] : await newBuyers(store, many, []) }
}
type Subscribers = Awaited<ReturnType<typeof prepareSubscribers>>

/** Subscribes like a person. The subscribers take turns with the scenarios in LIVES. */
export const subscribeInStorm = async (
  store: StoreOfProcesses,
  { plan, buyers }: Subscribers,
  seed: number,
  place: number,
) => {
  const buyer = buyers[place]
  const life = LIVES[(place + seed) % LIVES.length]
  if (!buyer || !life) throw new Error('unknown subscriber')
  const session = await start(buyer, plan.id, seededRandom(seed, `${place} twice`) < CLICKS_TWICE)
  await store.stripe.pay(session)
  const account: SubscriberAccount = {
    buyer,
    status: 'active',
    isRenewed: life.isRenewed,
    paidCents: PRICE,
    refundedCents: 0,
  }
  const member = { store, buyer, session, account }
  if (life.before || seededRandom(seed, `${place} back`) < COMES_BACK) {
    await buyer.call('POST', '/api/subscription/complete', { transactionId: session })
  }
  await life.before?.(member)
  return {
    account,
    renewed: async () => {
      if (life.isRenewed) account.paidCents += PRICE
      if (!life.after) return
      await untilRenewed(buyer)
      await life.after(member)
    },
  }
}

const start = async (buyer: Buyer, planId: number, clicksTwice: boolean) => {
  const click = () => buyer.call('POST', '/api/subscription/start', { planId, shownCents: PRICE })
  const [answer, second] = await Promise.all([click(), clicksTwice ? click() : null])
  if (answer.statusCode !== 200) throw new Error(`start: ${answer.statusCode} ${answer.body}`)
  if (second && second.body !== answer.body) throw new Error(`two clicks: ${answer.body} and ${second.body}`)
  return answer.json<{ url: string }>().url.split('/').at(-1) ?? ''
}

/** A person can only get a refund for a payment that the store knows about. */
const untilRenewed = async (buyer: Buyer) => {
  for (const giveUpAt = Date.now() + 180_000; Date.now() < giveUpAt; await sleep(500)) {
    const answer = await buyer.call('GET', '/api/subscription/mine')
    const mine = answer.statusCode === 200 ? answer.json<{ invoices: { status: string }[] } | null>() : null
    if (mine?.invoices.filter(({ status }) => status === 'paid').length === 2) return
  }
  throw new Error(`the renewal of ${buyer.row.username} did not arrive`)
}
