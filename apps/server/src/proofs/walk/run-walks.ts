import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '#lib/database-unavailable.ts'
import { seededRandom } from '../storm/seeded-random.ts'
import { BUYING_STEPS } from './buying-steps.ts'
import { judgeWalks, settleWalks } from './judge-walks.ts'
import { MONEY_STEPS } from './money-steps.ts'
import type { WalkStore } from './open-walk-store.ts'
import { skewClock } from './skewed-clock.ts'
import { newWalker, type Walker } from './walker.ts'

/** Relative frequency of each step. */
const WEIGHTS: Record<string, number> = {
  buy: 9,
  order: 2,
  pay: 2,
  'take the free mod': 2,
  'send webhooks': 5,
  'win a dispute': 3,
  'a refund fails': 2,
  'dispute a part': 2,
  'delete the account': 0.5,
  'be banned': 0.7,
  'be unbanned': 0.7,
  sweep: 0.5,
  reconcile: 0.5,
}
const STEPS = { ...BUYING_STEPS, ...MONEY_STEPS }
const NAMES = Object.keys(STEPS)
const TOTAL = NAMES.reduce((sum, name) => sum + (WEIGHTS[name] ?? 1), 0)
const SHORTEST = 5
const LONGEST = 13

/** This many walks share one store and are settled and judged together. */
const BATCH = 50
const AT_ONCE = 6
const MINUTE = 60_000
const SKEWS = [0, 6 * MINUTE, -6 * MINUTE, 90 * MINUTE]

const chooseStep = (luck: number) => {
  let left = luck * TOTAL
  return NAMES.find((name) => (left -= WEIGHTS[name] ?? 1) < 0) ?? 'buy'
}

/** An expected refusal by Stripe: nothing left to dispute, or the refund is already settled. */
const isRefusal = (error: unknown) => error instanceof Error && /^(refund|dispute|complete|expire)/.test(error.message)

/** On a busy machine the database may be unavailable for a moment; such a step is skipped. */
const patiently = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      await sleep(200)
    }
  }
}

const walkAbout = async (walker: Walker) => {
  const length = SHORTEST + Math.floor(walker.luck() * (LONGEST - SHORTEST))
  for (let step = 0; step < length; step++) {
    const name = chooseStep(walker.luck())
    walker.trail.push(name)
    await STEPS[name]?.(walker).catch((error: unknown) => {
      if (!isRefusal(error) && !isDatabaseUnavailable(error)) throw error
    })
  }
}

interface Failure {
  seed: number | null
  what: string
  trail: readonly string[]
}

/** Runs walks with these seeds, as many at once as the machine can take. Their steps depend on the seeds alone. */
const runBatch = async (store: WalkStore, seeds: readonly number[]) => {
  await patiently(store.empty)
  const straighten = skewClock(SKEWS[Math.floor(seededRandom(seeds[0] ?? 0, 'clock') * SKEWS.length)] ?? 0)
  const walkers = new Map<number, Walker>()
  const failures: Failure[] = []
  const left = [...seeds]
  const lane = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const walker = await patiently(() => newWalker(store, seed))
      walkers.set(walker.userId, walker)
      await walkAbout(walker).catch((error: unknown) =>
        failures.push({ seed: walker.seed, what: String(error), trail: walker.trail }),
      )
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    await patiently(() => settleWalks(store))
  } finally {
    straighten()
  }
  for (const { userId, what } of await patiently(() => judgeWalks(store))) {
    const walker = walkers.get(userId ?? 0)
    failures.push({ seed: walker?.seed ?? null, what, trail: walker?.trail ?? [] })
  }
  const net = (await store.stripe.money())?.net ?? 0
  return { failures, steps: [...walkers.values()].flatMap(({ trail }) => trail), net }
}

interface Options {
  walks: number
  firstSeed: number
  onBatch?: (done: number) => void
}

export const runWalks = async (store: WalkStore, { walks, firstSeed, onBatch }: Options) => {
  const steps = new Map<string, number>()
  const failures: Failure[] = []
  for (let done = 0; done < walks; done += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, walks - done) }, (_, place) => firstSeed + done + place)
    const batch = await runBatch(store, seeds)
    failures.push(...batch.failures)
    for (const name of batch.steps) steps.set(name, (steps.get(name) ?? 0) + 1)
    onBatch?.(done + seeds.length)
  }
  return { failures, steps }
}
