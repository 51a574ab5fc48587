import { useQuery } from '@tanstack/react-query'
import type { Compatibility } from '@slipstream/contract/mods'
import { callApi } from './api.ts'
import { PATHS } from './query-keys.ts'

type State = Compatibility['state'] | null
export type Verdict = 'works' | 'unconfirmed' | 'broken'

/** What the state of a release means to a player. An unknown state counts as unconfirmed. */
export const verdictOf = (state: State | undefined): Verdict => {
  if (state === 'confirmed' || state === 'fixed') return 'works'
  return state === 'broken' ? 'broken' : 'unconfirmed'
}

export const VERDICTS = {
  works: { tone: 'success', word: 'Works with' },
  unconfirmed: { tone: 'warning', word: 'Not confirmed for' },
  broken: { tone: 'destructive', word: 'Broken in' },
} as const

type Waiting = Map<number, ((state: State | undefined) => void)[]>
const waiting = new Map<string, Waiting>()

/** Batches the mods of a page into one request. */
const ask = async (gameVersion: string, batch: Waiting) => {
  const { modsApi, MOST_WORKS } = await import('@slipstream/contract/mods')
  const ids = [...batch.keys()]
  for (let from = 0; from < ids.length; from += MOST_WORKS) {
    const some = ids.slice(from, from + MOST_WORKS)
    const answer = await callApi(modsApi.works, { query: { gameVersion, ids: some.join(',') } }).catch(() => [])
    const states = new Map(answer.map(({ id, state }) => [id, state]))
    for (const id of some) for (const answerTo of batch.get(id) ?? []) answerTo(states.get(id))
  }
}

const stateOf = (gameVersion: string, id: number) =>
  new Promise<State | undefined>((resolve) => {
    const batch: Waiting = waiting.get(gameVersion) ?? new Map()
    if (!waiting.has(gameVersion)) {
      waiting.set(gameVersion, batch)
      setTimeout(() => {
        waiting.delete(gameVersion)
        void ask(gameVersion, batch)
      })
    }
    batch.set(id, [...(batch.get(id) ?? []), resolve])
  })

/** Whether a mod works with a game version; undefined until it is known, and for a mod that is not for sale. */
export const useWorks = (gameVersion: string, id: number): Verdict | undefined => {
  const { data } = useQuery({
    queryKey: [`${PATHS.works}?${new URLSearchParams({ gameVersion, ids: String(id) }).toString()}`],
    queryFn: async () => {
      const state = await stateOf(gameVersion, id)
      return state === undefined ? null : verdictOf(state)
    },
  })
  return data ?? undefined
}
