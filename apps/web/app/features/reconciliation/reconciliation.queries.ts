import { useMutation, useQuery } from '@tanstack/react-query'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'

const contract = async () => (await import('@slipstream/contract/reconciliation')).reconciliationApi

/** Polls while the worker runs a requested check. */
const CHECKING_MS = 2_000

export const useMoneyCheck = () => {
  /** Takes the time of the latest check, to recognize a newer one. */
  const run = useMutation<unknown, Error, string | null>({
    mutationFn: async () => callApi((await contract()).runMoneyCheck),
    networkMode: 'always',
  })
  const isWaiting = (checkedAt: string | undefined) => run.isSuccess && (checkedAt ?? null) === run.variables
  const { data: latest, ...query } = useQuery({
    ...apiQuery(ADMIN_PATHS.moneyCheck, async () => (await contract()).moneyCheck),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isWaiting(data?.checkedAt) ? CHECKING_MS : false),
  })
  return { latest, query, run, isChecking: run.isPending || isWaiting(latest?.checkedAt) }
}
