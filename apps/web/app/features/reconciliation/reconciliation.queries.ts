import { useMutation, useQuery } from '@tanstack/react-query'
import { apiQuery, callApi } from '#lib/api.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'

const straysContract = async () => (await import('@slipstream/contract/strays')).straysApi

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

/** While the worker carries out a decision, its result is looked for. */
const SETTLING_MS = 3_000

export const useStrays = () =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.strays, async () => (await straysContract()).list),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state }) => state === 'adopting' || state === 'refunding') ? SETTLING_MS : false,
  })

export const useSettleStray = () =>
  useApiMutation(
    straysContract,
    (api, { id, decision }: { id: number; decision: 'adopt' | 'refund' }) =>
      callApi(api.settle, { params: { id }, body: { decision } }),
    { refresh: [ADMIN_PATHS.strays, ADMIN_PATHS.moneyCheck] },
  )
