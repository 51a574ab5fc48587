import type { Stray } from '@slipstream/contract/strays'
import { sql } from 'drizzle-orm'
import type { Buyer } from '#testing/buying-store.ts'
import type { DrillStore } from './open-drill-store.ts'

const MOST_ROUNDS = 20

/** An administrator decides about everything that was lost: it is refunded if the account is lost too, and else mostly adopted. */
export const decideStrays = async (store: DrillStore, call: Buyer['call']) => {
  const list = async () => (await call('GET', '/api/admin/strays')).json<{ items: Stray[] }>().items
  const decided = { adopt: 0, refund: 0 }
  for (const { id, state, account } of await list()) {
    if (state !== 'open') continue
    const decision = account === null || id % 8 === 0 ? 'refund' : 'adopt'
    const answer = await call('POST', `/api/admin/strays/${id}`, { decision })
    if (answer.statusCode !== 200) throw new Error(`deciding answered ${answer.statusCode}: ${answer.body}`)
    decided[decision] += 1
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await store.db.execute(
      sql`update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts > 0`,
    )
    await store.work()
    const left = (await list()).filter(({ state }) => state !== 'adopted' && state !== 'refunded')
    if (left.length === 0) return decided
    const stuck = left.find(({ state }) => state === 'open')
    if (stuck) throw new Error(`${stuck.number ?? stuck.stripeId} was not settled: ${stuck.problem}`)
  }
  throw new Error('the decisions were not carried out')
}
