import { useQuery } from '@tanstack/react-query'
import type { SubscriptionPlan, subscriptionsApi } from '@slipstream/contract/subscriptions'
import { apiQuery, callApi, type Input } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { invalidate } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/subscriptions')).subscriptionsApi

const plansQuery = apiQuery(ADMIN_PATHS.plans, async () => (await contract()).plans)

export const usePlans = () => useQuery({ ...plansQuery, staleTime: 0 })

/** The request bodies, with prices in dollars. */
export type PlanInput = NonNullable<Input<typeof subscriptionsApi.createPlan>['body']>
export type PlanChangeInput = NonNullable<Input<typeof subscriptionsApi.changePlan>['body']>

export const planRules = async () => (await contract()).createPlan.body

export const useCreatePlan = () =>
  useApiMutation(contract, (api, body: PlanInput) => callApi(api.createPlan, { body }), {
    refresh: [ADMIN_PATHS.plans],
  })

/** Saves one field. Saves of the same plan are sent one after the other, so each response includes all earlier ones. */
export const useChangePlan = (id: number) =>
  useApiMutation(contract, (api, body: PlanChangeInput) => callApi(api.changePlan, { params: { id }, body }), {
    show: (queries, changed) =>
      // An answer that does not say which plan it is cannot be shown.
      changed.id === id
        ? queries.setQueryData(plansQuery.queryKey, (plans?: SubscriptionPlan[]) =>
            plans?.map((plan) => (plan.id === id ? changed : plan)),
          )
        : invalidate(queries, ADMIN_PATHS.plans),
    scope: `plan ${id}`,
  })

export const useArchivePlan = (id: number) =>
  useApiMutation(contract, (api) => callApi(api.archivePlan, { params: { id } }), { refresh: [ADMIN_PATHS.plans] })
