import { catchUp } from './catch-up.ts'
import type { WalkStore } from './open-walk-store.ts'

const MOST_ROUNDS = 10

interface Stray {
  id: number
  state: string
  problem: string | null
}

/** Every fourth is refunded. What cannot be adopted is refunded too; what is disputed cannot be refunded, but adopted. */
const decide = (id: number, problem: string | null) => {
  if (problem === null) return id % 4 > 0 ? 'adopt' : 'refund'
  return problem.startsWith('Stripe refuses') ? 'adopt' : 'refund'
}

/** An administrator adopts or refunds everything that Stripe sold and a restore has lost. */
export const settleStrays = async (store: WalkStore) => {
  let problems: (string | null)[] = []
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await catchUp(store)
    const answer = await store.admin().call('GET', '/api/admin/strays')
    const open = answer.json<{ items: Stray[] }>().items.filter(({ state }) => state === 'open')
    if (open.length === 0) return
    problems = open.map(({ problem }) => problem)
    for (const { id, problem } of open) {
      const told = await store.admin().call('POST', `/api/admin/strays/${id}`, { decision: decide(id, problem) })
      if (told.statusCode !== 200) throw new Error(`a decision was answered ${told.statusCode}: ${told.body}`)
    }
  }
  throw new Error(`sales that a restore has lost are not settled: ${problems.join('; ')}`)
}
