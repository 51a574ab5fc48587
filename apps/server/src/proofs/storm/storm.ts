import { setTimeout as sleep } from 'node:timers/promises'
import { type Accounts, isRight, judgeStorm } from './judge-storm.ts'
import { seededRandom } from './seeded-random.ts'
import type { StoreOfProcesses } from './open-processes.ts'
import { prepareBuyers, visit } from './storm-buyers.ts'
import { prepareSubscribers, type SubscriberAccount, subscribeInStorm } from './storm-subscribers.ts'

interface Options {
  seed: number
  buyers: number
  subscribers: number
  /** Maximum number of kills. Without it, processes are killed again and again until the last buyer has left. */
  mostKills?: number
  /** Crashes the database during the run, this many times. */
  crashDatabase?: { times: number; crash: () => Promise<void> }
}

const AT_ONCE = 12
const JUDGED_FOR_MS = 240_000
/** A renewal's invoice is a draft for an hour. */
const DAY_AND_DRAFT_HOURS = 26

/**
 * For three of every ten seconds all webhooks are lost; otherwise each is sent five times in any order, and 30 % are
 * lost.
 */
const SKY_MS = { open: 7_000, closed: 3_000 }

export const runStorm = async (
  store: StoreOfProcesses,
  { seed, buyers, subscribers, mostKills, crashDatabase }: Options,
) => {
  const crowd = await prepareBuyers(store, seed, buyers)
  const members = await prepareSubscribers(store, subscribers)
  await store.ready()
  const { stripe } = store
  await stripe.fault({ kind: 'error-after', call: 'POST /v1', percent: 50, seed })
  await stripe.fault({ kind: 'unavailable', percent: 5, seed })

  const over = new AbortController()
  const goingOn = () => !over.signal.aborted
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal: over.signal }).catch(() => undefined)

  const weather = async () => {
    for (let turn = 1; goingOn(); turn++) {
      const chance = { seed: seed * 1_000 + turn, copies: 5, shuffle: true, maxDelayMs: 1_500 }
      await stripe.treatDeliveries({ ...chance, dropPercent: 100 })
      await pause(SKY_MS.closed)
      if (goingOn()) await stripe.treatDeliveries({ ...chance, dropPercent: 30 })
      await pause(SKY_MS.open)
    }
    await stripe.treatDeliveries({})
  }

  const accounts: Awaited<ReturnType<typeof visit>>['account'][] = []
  const subscribed: SubscriberAccount[] = []
  let kills = 0
  const lightning = async () => {
    // The first kill comes in the middle of the trade.
    while (goingOn() && accounts.length === 0) await pause(20)
    while (kills < (mostKills ?? Number.POSITIVE_INFINITY)) {
      await Promise.race([store.ready(), pause(JUDGED_FOR_MS)])
      if (!goingOn()) return
      const victim = store.processes[Math.floor(seededRandom(seed, `victim ${kills}`) * store.processes.length)]
      const before = victim?.deaths() ?? 0
      victim?.kill()
      kills += 1
      await victim?.diedAfter(before)
    }
  }

  const later: Promise<void>[] = []
  const renewals: (() => Promise<void>)[] = []
  let arrived = 0
  const served = async () => {
    for (let place = arrived++; place < buyers + subscribers; place = arrived++) {
      if (place >= buyers) {
        const { account, renewed } = await subscribeInStorm(store, members, seed, place - buyers)
        subscribed.push(account)
        renewals.push(renewed)
        continue
      }
      const { account, refund } = await visit(store, crowd, seed, place)
      accounts.push(account)
      if (!refund) continue
      const refunded = refund()
      // Awaited at the end.
      refunded.catch(() => {})
      later.push(refunded)
    }
  }

  let crashes = 0
  const earthquake = async () => {
    const { times, crash } = crashDatabase ?? { times: 0, crash: async () => {} }
    while (goingOn() && crashes < times) {
      await pause(100)
      if (arrived < ((buyers + subscribers) * (crashes + 1)) / (times + 1)) continue
      await crash()
      crashes += 1
    }
  }

  const began = performance.now()
  let boughtMs = 0
  const trade = async () => {
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, served))
      await Promise.all(later)
      if (subscribers > 0) await stripe.advance({ hours: DAY_AND_DRAFT_HOURS })
      await Promise.all(renewals.map((renewed) => renewed()))
    } finally {
      boughtMs = performance.now() - began
      over.abort()
    }
  }
  await Promise.all([trade(), weather(), lightning(), earthquake()])
  await stripe.clearFaults()

  const settling = performance.now()
  const verdict = await untilRight(store, { buyers: accounts, subscribers: subscribed })
  const settledMs = performance.now() - settling
  const { summary } = await stripe.settled()
  return {
    ...verdict,
    paid: accounts.filter(({ paidCents }) => paidCents > 0).length,
    refunds: later.length,
    subscribed: subscribed.length,
    renewed: subscribed.filter(({ isRenewed }) => isRenewed).length,
    kills,
    crashes,
    retries: store.retries(),
    deliveries: summary,
    boughtMs,
    settledMs,
  }
}

const untilRight = async (store: StoreOfProcesses, accounts: Accounts) => {
  for (const giveUpAt = Date.now() + JUDGED_FOR_MS; ; await sleep(500)) {
    const verdict = await judgeStorm(store, accounts)
    if (isRight(verdict) || Date.now() > giveUpAt) return verdict
  }
}
