import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAILPOINTS, type Failpoint, SUBSCRIPTION_FAILPOINTS } from '#lib/failpoints.ts'
import { type KillLane, openKillLane, playKill } from '#proofs/storm/kill-lane.ts'
import { ORDER_KILLS } from '#proofs/storm/order-kills.ts'
import { SUBSCRIPTION_KILLS } from '#proofs/storm/subscription-kills.ts'
import type { Kind } from '#proofs/storm/supervise.ts'

/** The kills of purchases and subscriptions share stores, because starting a store costs as much as two kills. */
const KILLS = [...ORDER_KILLS, ...SUBSCRIPTION_KILLS]

const LANES = 3
const FIRST_REDIS_DATABASE = 4
/** Below 10 s on a quiet machine; a busy one takes longer. */
const SOON_MS = 45_000

type Outcome = { recoveredMs: number } | { error: Error }
const outcomes = new Map<string, Outcome>()
const nameOf = (killed: Kind, at: Failpoint) => `${killed} at ${at}`

const playAll = async (lane: KillLane, waiting: (typeof KILLS)[number][]) => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [killed, at, scene] = next
    const outcome = await playKill(lane, killed, at, scene).then(
      (recoveredMs): Outcome => ({ recoveredMs }),
      (error: Error): Outcome => ({ error }),
    )
    outcomes.set(nameOf(killed, at), outcome)
  }
}

const lanes: KillLane[] = []
// Restarting a process takes longest, so several stores do it in parallel.
beforeAll(async () => {
  const waiting = [...KILLS]
  const open = async (index: number) => {
    const lane = await openKillLane(FIRST_REDIS_DATABASE + index)
    lanes.push(lane)
    await playAll(lane, waiting)
  }
  await Promise.all(Array.from({ length: LANES }, (_, index) => open(index)))
}, 900_000)
afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()))
  const times = [...outcomes].map(([name, outcome]) => ({ name, ms: 'error' in outcome ? 0 : outcome.recoveredMs }))
  const slowest = times.toSorted((one, other) => other.ms - one.ms).slice(0, 5)
  console.info(['T-KILL, slowest to be right again once they were back:', ...slowest.map(inWords)].join('\n  '))
})

const inWords = ({ name, ms }: { name: string; ms: number }) => `${Math.round(ms)} ms, ${name}`

const pointsOf = (kills: typeof KILLS) => new Set(kills.map(([, at]) => at))
test('T-KILL: the kills cover every failpoint', () => {
  expect(pointsOf(ORDER_KILLS)).toEqual(new Set(FAILPOINTS))
  expect(pointsOf(SUBSCRIPTION_KILLS)).toEqual(new Set(SUBSCRIPTION_FAILPOINTS))
})

const recoversSoon = (killed: Kind, at: Failpoint) => {
  const outcome = outcomes.get(nameOf(killed, at))
  if (!outcome || 'error' in outcome) throw outcome?.error ?? new Error('it was not played')
  expect(outcome.recoveredMs).toBeLessThan(SOON_MS)
}
const named = (kills: typeof KILLS) => kills.map(([killed, at]) => [killed, at] as const)

test.each(named(ORDER_KILLS))(
  'T-KILL: the money is exact and the order delivered soon after the %s was killed at %s',
  recoversSoon,
)

test.each(named(SUBSCRIPTION_KILLS))(
  'T-KILL: the money and Premium are exact soon after the %s was killed at %s',
  recoversSoon,
)
