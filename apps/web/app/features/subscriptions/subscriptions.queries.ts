import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SubscriptionPlan, subscriptionsApi } from '@slipstream/contract/subscriptions'
import { apiQuery, callApi, type Input } from '#lib/api.ts'
import { invalidate, PATHS } from '#lib/query-keys.ts'

const contract = async () => (await import('@slipstream/contract/subscriptions')).subscriptionsApi

const plansQuery = apiQuery(PATHS.plans, async () => (await contract()).plans)

export const usePlans = () => useQuery({ ...plansQuery, staleTime: 0 })

/** As they are sent: prices in dollars. */
export type PlanInput = NonNullable<Input<typeof subscriptionsApi.createPlan>['body']>
export type PlanChangeInput = NonNullable<Input<typeof subscriptionsApi.changePlan>['body']>

export const planRules = async () => (await contract()).createPlan.body

export const useCreatePlan = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: PlanInput) => callApi((await contract()).createPlan, { body }),
    onSuccess: () => invalidate(queries, PATHS.plans),
    networkMode: 'always',
  })
}

/** Saves one field. Saves of the same plan are sent one after the other, so an answer holds all earlier ones. */
export const useChangePlan = (id: number) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: PlanChangeInput) => callApi((await contract()).changePlan, { params: { id }, body }),
    onSuccess: (changed) =>
      queries.setQueryData(plansQuery.queryKey, (plans?: SubscriptionPlan[]) =>
        plans?.map((plan) => (plan.id === id ? changed : plan)),
      ),
    networkMode: 'always',
    scope: { id: `plan ${id}` },
  })
}

export const useArchivePlan = (id: number) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => callApi((await contract()).archivePlan, { params: { id } }),
    onSuccess: () => invalidate(queries, PATHS.plans),
    networkMode: 'always',
  })
}
