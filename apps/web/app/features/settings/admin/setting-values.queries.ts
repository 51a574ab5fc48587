import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Store } from '@slipstream/contract/settings'
import type { AdminSettings, SettingsChange } from '@slipstream/contract/settings-admin'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { PATHS } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/settings-admin')).settingsAdminApi

const valuesQuery = apiQuery(ADMIN_PATHS.settingValues, async () => (await contract()).read)
export const useSettingValues = () => useQuery(valuesQuery)

export const settingRules = async () => (await contract()).change.body

/** Shows the answer at once. A refetch of the store's settings might still get the old ones from a process's memory. */
const show = (queries: QueryClient, answer: AdminSettings) => {
  queries.setQueryData(valuesQuery.queryKey, answer)
  queries.setQueryData<Store>([PATHS.store], (store) => {
    if (!store) return store
    const shown = Object.entries(answer.values).filter(([key]) => key in store)
    return { ...store, ...Object.fromEntries(shown) }
  })
}

export const useChangeSettings = () =>
  useApiMutation(contract, (api, body: SettingsChange) => callApi(api.change, { body }), { show })
