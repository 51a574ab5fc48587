import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidate, type QueryPath } from './query-keys.ts'

interface AfterChange<Answer, Told> {
  /** The queries to refetch. Awaited, so that the page is current when a dialog closes. */
  refresh?: readonly QueryPath[]
  /** Shows the response before, or instead of, a refetch. */
  show?: (queries: QueryClient, answer: Answer, told: Told) => unknown
  /** Mutations with the same name run one at a time, so that the last one wins. */
  scope?: string
}

/** Sends a change to the store. Without a network it fails at once instead of running later. */
export const useApiMutation = <Api, Answer, Told = void>(
  contract: () => Promise<Api>,
  act: (api: Api, told: Told) => Promise<Answer>,
  { refresh = [], show, scope }: AfterChange<Answer, Told>,
) => {
  const queries = useQueryClient()
  return useMutation<Answer, Error, Told>({
    mutationFn: async (told) => act(await contract(), told),
    onSuccess: async (answer, told) => {
      await show?.(queries, answer, told)
      await invalidate(queries, ...refresh)
    },
    networkMode: 'always',
    ...(scope !== undefined && { scope: { id: scope } }),
  })
}
