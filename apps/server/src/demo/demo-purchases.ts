import { DAY_MS } from '@slipstream/contract/durations'
import type { DemoMod } from '@slipstream/demo/catalogue/demo-mod'
import { dealer, seededRandom } from '@slipstream/demo/catalogue/random'

/** What became of an order. */
export type Fate =
  | 'kept'
  | 'canceled'
  | 'refunded'
  | 'partly_refunded'
  | 'withdrawn'
  | 'disputed'
  | 'refund_requested'
  | 'request_declined'

export interface Purchase {
  buyer: string
  at: Date
  slugs: string[]
  coupon?: string
  fate: Fate
  /** Downloads once right after the payment, again with every later release, or never. */
  downloads: 'once' | 'always' | 'never'
}

/** A mod that buyers can choose, with its published releases. */
export interface OfferedMod {
  id: number
  mod: DemoMod
  releases: readonly { id: number; version: string; publishedAt: Date }[]
}

export interface Reviewer {
  reviewId: number
  modId: number
  author: string
  reviewedAt: Date
}

export const COUPONS = {
  welcome: { code: 'WELCOME10', percent: 10, perUserLimit: 1, note: 'For the first order.' },
  launch: { code: 'LAUNCH25', percent: 25, note: 'The first weeks of the store.', daysAgo: { from: 86, to: 60 } },
  crew: { code: 'PITCREW', percent: 100, maxUses: 1, note: 'One mod on the house.' },
}

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** Purchases of the accounts on the sign-in page, chosen so that their lockers show as many states as possible. */
const ownPurchases = (now: Date): Purchase[] => {
  const bought = (buyer: string, days: number, ...slugs: string[]): Purchase => {
    return { buyer, at: daysBefore(now, days), slugs, fate: 'kept', downloads: 'once' }
  }
  return [
    // Its download window is over.
    bought('demo_customer', 60.3, 'van'),
    { ...bought('demo_customer', 40.8, 'semi'), fate: 'refunded' },
    bought('demo_customer', 20.1, 'offroad'),
    // A newer release exists.
    { ...bought('demo_customer', 11.7, 'rally'), coupon: COUPONS.welcome.code },
    { ...bought('demo_customer', 1.2, 'coupe'), downloads: 'never' },
    { ...bought('demo_premium', 49.6, 'pickup', 'roadster'), fate: 'partly_refunded' },
    { ...bought('demo_premium', 32.9, 'muscle'), downloads: 'always' },
    { ...bought('demo_premium', 3.5, 'drift'), downloads: 'always' },
  ]
}

/** The author of a review bought the mod some days before. */
const reviewedPurchase = ({ modId, author, reviewedAt }: Reviewer, place: number, mods: readonly OfferedMod[]) => {
  const reviewed = mods.find(({ id }) => id === modId)
  if (!reviewed) throw new Error(`the demo does not sell mod ${modId}`)
  const earliest = publishedAt(reviewed).getTime()
  const wished = daysBefore(reviewedAt, 1 + (place % 5)).getTime()
  const at = new Date(wished > earliest ? wished : (earliest + reviewedAt.getTime()) / 2)
  return { buyer: author, at, slugs: [reviewed.mod.slug], fate: 'kept', downloads: 'always' } satisfies Purchase
}

const publishedAt = ({ releases }: OfferedMod) =>
  releases.reduce((first, release) => (release.publishedAt < first ? release.publishedAt : first), new Date())

const OTHERS = 56
const DAYS_BETWEEN = 1.55
/** The fates of the other orders, newest first. */
const FATES = new Map<number, Fate>([
  [2, 'refund_requested'],
  [4, 'canceled'],
  [6, 'disputed'],
  [9, 'withdrawn'],
  [11, 'canceled'],
  [14, 'partly_refunded'],
  [18, 'refunded'],
  [21, 'canceled'],
  [24, 'request_declined'],
  [29, 'canceled'],
  [35, 'refunded'],
  [41, 'partly_refunded'],
  [47, 'canceled'],
])
const FREE = 33
/** How many mods the other buyers order at once. */
const SIZES = [1, 2, 1, 1, 3, 1, 2]

const otherPurchases = (now: Date, mods: readonly OfferedMod[], known: readonly Purchase[]): Purchase[] => {
  const random = seededRandom(2026)
  const nextBuyer = dealer(random, [...new Set(known.map(({ buyer }) => buyer))])
  const nextMod = dealer(random, mods)
  const owned = new Set(known.flatMap(({ buyer, slugs }) => slugs.map((slug) => `${buyer} ${slug}`)))
  const usedWelcome = new Set<string>()

  const choose = (buyer: string, at: Date, count: number) => {
    const slugs: string[] = []
    for (let tries = 0; slugs.length < count && tries < 2 * mods.length; tries++) {
      const offered = nextMod()
      const key = `${buyer} ${offered.mod.slug}`
      if (owned.has(key) || publishedAt(offered) > at) continue
      owned.add(key)
      slugs.push(offered.mod.slug)
    }
    return slugs
  }
  const couponFor = (place: number, buyer: string, days: number) => {
    if (place === FREE) return COUPONS.crew.code
    const { from, to } = COUPONS.launch.daysAgo
    if (days < from && days > to && place % 2 === 0) return COUPONS.launch.code
    if (place % 5 !== 0 || usedWelcome.has(buyer)) return undefined
    usedWelcome.add(buyer)
    return COUPONS.welcome.code
  }

  return Array.from({ length: OTHERS }, (_, place): Purchase => {
    const fate = FATES.get(place) ?? 'kept'
    const days = 0.4 + place * DAYS_BETWEEN + random()
    const at = daysBefore(now, days)
    const buyer = nextBuyer()
    const count = fate === 'partly_refunded' ? 2 : (SIZES[place % SIZES.length] ?? 1)
    const coupon = fate === 'kept' ? couponFor(place, buyer, days) : undefined
    const downloads = fate === 'withdrawn' ? 'never' : random() < 0.6 ? 'always' : 'once'
    return { buyer, at, slugs: choose(buyer, at, count), fate, downloads, ...(coupon && { coupon }) }
  })
}

/** All purchases of the demo, oldest first. Always the same, counted back from now. */
export const demoPurchases = (now: Date, mods: readonly OfferedMod[], reviewers: readonly Reviewer[]): Purchase[] => {
  const reviewed = reviewers.map((reviewer, place) => reviewedPurchase(reviewer, place, mods))
  const all = [...ownPurchases(now), ...reviewed, ...otherPurchases(now, mods, reviewed)]
  return all.filter(({ slugs }) => slugs.length > 0).sort((one, other) => one.at.getTime() - other.at.getTime())
}
