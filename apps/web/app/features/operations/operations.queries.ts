import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { OperationView } from '@slipstream/contract/operations'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { invalidate, type QueryPath } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/operations')).operationsApi

/** Polls faster while an operation is running. */
const RUNNING_MS = 2_000
const IDLE_MS = 20_000

export const isUnderWay = ({ finishedAt }: OperationView) => finishedAt === null

export const useOperations = () =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.operations, async () => (await contract()).list),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.operations.some(isUnderWay) ? RUNNING_MS : IDLE_MS),
  })

export const useCancelOperation = () =>
  useApiMutation(contract, (api, id: number) => callApi(api.cancel, { params: { id } }), {
    refresh: [ADMIN_PATHS.operations],
  })

/** The latest operation of a kind. Refreshes these queries when it ends, because it has changed what they show. */
export const useLatestOperation = (kind: string, refresh: readonly QueryPath[]) => {
  const queries = useQueryClient()
  const latest = useOperations().data?.operations.find((operation) => operation.kind === kind)
  const running = useRef<number | null>(null)
  useEffect(() => {
    if (!latest) return
    if (isUnderWay(latest)) running.current = latest.id
    else if (running.current === latest.id) {
      running.current = null
      void invalidate(queries, ...refresh)
    }
  }, [latest, queries, refresh])
  return latest
}
