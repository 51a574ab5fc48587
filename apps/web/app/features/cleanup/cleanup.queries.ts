import { useQuery } from '@tanstack/react-query'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/cleanup')).cleanupApi

/** A dry run. It reads whole tables, so it is never refetched automatically. */
export const useCleanupPlan = () =>
  useQuery({ ...apiQuery(ADMIN_PATHS.cleanup, async () => (await contract()).plan), refetchOnWindowFocus: false })

/** Removes what was due at the moment of the dry run on the screen. */
export const useStartCleanup = () =>
  useApiMutation(contract, (api, at: string) => callApi(api.run, { body: { at } }), {
    refresh: [ADMIN_PATHS.operations],
  })
