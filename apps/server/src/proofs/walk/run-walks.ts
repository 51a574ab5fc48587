import { inTransaction } from '@slipstream/db/client'
import { startNightlyCleanup } from '#features/cleanup/cleanup.service.ts'
import { startComparison } from '#features/subscriptions/compare-subscriptions.service.ts'
import { readClock } from '#lib/database-clock.ts'
import { isDatabaseUnavailable } from '#lib/database-unavailable.ts'
import { seededRandom } from '../storm/seeded-random.ts'
import { BUYING_STEPS } from './buying-steps.ts'
import { catchUp, untilQuiet } from './catch-up.ts'
import { judgeWalks, settleWalks } from './judge-walks.ts'
import { MONEY_STEPS } from './money-steps.ts'
import { MOVING_STEPS } from './moving-steps.ts'
import type { WalkStore } from './open-walk-store.ts'
import { patiently } from './patiently.ts'
import { passTime } from './pass-time.ts'
import { judgeLost, readNumbers } from './judge-lost.ts'
import { skewClock } from './skewed-clock.ts'
import { SUBSCRIBING_STEPS } from './subscribing-steps.ts'
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
  subscribe: 6,
  'open the page of a plan': 0.5,
  'pay for a subscription': 0.5,
  'change the plan': 4,
  'cancel the subscription': 1.5,
  'a subscription is canceled in the dashboard': 0.7,
  'use the other account': 0.7,
}
const STEPS = { ...BUYING_STEPS, ...MONEY_STEPS, ...SUBSCRIBING_STEPS, ...MOVING_STEPS }
export const STEP_NAMES = Object.keys(STEPS)
const TOTAL = STEP_NAMES.reduce((sum, name) => sum + (WEIGHTS[name] ?? 1), 0)
const SHORTEST = 4
const LONGEST = 10

/** The steps of a walk are taken in this many chapters. Time passes between them. */
const CHAPTERS = 3
/** Days that pass. Renewals come due, fail and are given up, and what has been kept long enough is removed. */
const JUMPS = [1, 3, 3, 8, 8, 20, 20, 33, 33, 40, 65]
const LONGEST_JUMP = 400
/** Stripe lists events for thirty days, so no store is off for longer than it takes to notice. */
const LONGEST_UNSEEN = 25

/** This many walks share one store and are settled and judged together. */
const BATCH = 20
/** One of so many batches is restored to an earlier moment: everything that happened in one of its chapters is lost. */
const RESTORED_EVERY = 20
const LOST_CHAPTER = 1
const AT_ONCE = 6
const MINUTE = 60_000
const SKEWS = [0, 6 * MINUTE, -6 * MINUTE, 90 * MINUTE]

const chooseStep = (luck: number) => {
  let left = luck * TOTAL
  return STEP_NAMES.find((name) => (left -= WEIGHTS[name] ?? 1) < 0) ?? 'buy'
}

/** An expected refusal by Stripe: nothing left to dispute, or the subscription has ended. */
const isRefusal = (error: unknown) =>
  error instanceof Error && /^(refund|dispute|complete|expire|cancel|fail-next-renewal)/.test(error.message)

const walkAbout = async (walker: Walker) => {
  const length = (SHORTEST + Math.floor(walker.luck() * (LONGEST - SHORTEST))) / CHAPTERS
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

/** Takes each item in turn, as many at once as the machine can take. */
const inLanes = async <Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>) => {
  const left = [...items]
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/**
 * The store is off for some days, and then has its nightly jobs. Before a long time it has caught up on what it missed.
 */
const betweenChapters = async (store: WalkStore, luck: () => number) => {
  const days = luck() < 0.03 ? LONGEST_JUMP : (JUMPS[Math.floor(luck() * JUMPS.length)] ?? 1)
  if (days > LONGEST_UNSEEN || luck() < 0.3) await catchUp(store)
  await patiently(() => untilQuiet(store))
  await passTime(store, days)
  await inTransaction(store.db, async (tx) => {
    await startNightlyCleanup(tx)
    await startComparison(tx, await readClock(tx))
  })
  return days
}

/** Everybody takes the steps of a chapter. */
const walkChapter = (walkers: readonly Walker[], failures: Failure[]) =>
  inLanes(walkers, (walker) =>
    walkAbout(walker).catch((error: unknown) =>
      failures.push({ seed: walker.seed, what: String(error), trail: walker.trail }),
    ),
  )

const noteForAll = (walkers: readonly Walker[], what: string) => {
  for (const { trail } of walkers) trail.push(what)
}

/** Walks a chapter, and loses it here but not at Stripe. Returns the numbers that were lost, and who was erased by then. */
const loseChapter = async (store: WalkStore, walkers: readonly Walker[], failures: Failure[]) => {
  await store.keepCopy()
  for (const walker of walkers) await walker.signInAgain()
  await walkChapter(walkers, failures)
  const issued = await readNumbers(store.db)
  const erased = await store.restore()
  noteForAll(walkers, 'the store is restored')
  for (const walker of walkers) await walker.signInAgain()
  const kept = new Set((await readNumbers(store.db)).map(({ number }) => number))
  return { numbers: issued.filter(({ number }) => !kept.has(number)), erased }
}

/** Runs walks with these seeds. Their steps depend on the seeds alone. */
const runBatch = async (store: WalkStore, seeds: readonly number[], isRestored: boolean) => {
  let drawn = 0
  const luck = () => seededRandom(seeds[0] ?? 0, `batch ${drawn++}`)
  const straighten = skewClock(SKEWS[Math.floor(luck() * SKEWS.length)] ?? 0)
  const walkers: Walker[] = []
  const failures: Failure[] = []
  let lost: Awaited<ReturnType<typeof loseChapter>> = { numbers: [], erased: [] }
  try {
    await patiently(store.empty)
    await inLanes(seeds, async (seed) => walkers.push(await patiently(() => newWalker(store, seed))))
    for (let chapter = 0; chapter < CHAPTERS; chapter++) {
      if (chapter > 0) noteForAll(walkers, `${await betweenChapters(store, luck)} days pass`)
      if (isRestored && chapter === LOST_CHAPTER) lost = await loseChapter(store, walkers, failures)
      else await walkChapter(walkers, failures)
    }
    await patiently(() => settleWalks(store))
  } finally {
    straighten()
  }
  const verdicts = await patiently(() => judgeWalks(store))
  for (const { userId, what } of [...verdicts, ...(await judgeLost(store.db, lost))]) {
    const walker = walkers.find(({ userIds }) => userIds.includes(userId ?? 0))
    failures.push({ seed: walker?.seed ?? null, what, trail: walker?.trail ?? [] })
  }
  return { failures, steps: walkers.flatMap(({ trail }) => trail) }
}

interface Options {
  walks: number
  firstSeed: number
  onBatch?: (done: number, failed: readonly Failure[]) => void
}

export const runWalks = async (store: WalkStore, { walks, firstSeed, onBatch }: Options) => {
  const steps = new Map<string, number>()
  const failures: Failure[] = []
  for (let done = 0; done < walks; done += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, walks - done) }, (_, place) => firstSeed + done + place)
    const isRestored = Math.floor((firstSeed + done) / BATCH) % RESTORED_EVERY === 1
    const batch = await runBatch(store, seeds, isRestored)
    failures.push(...batch.failures)
    for (const name of batch.steps) steps.set(name, (steps.get(name) ?? 0) + 1)
    onBatch?.(done + seeds.length, batch.failures)
  }
  return { failures, steps }
}
