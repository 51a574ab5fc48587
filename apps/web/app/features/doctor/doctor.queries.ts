import { useQuery } from '@tanstack/react-query'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { apiQuery } from '#lib/api.ts'

const contract = async () => (await import('@slipstream/contract/doctor')).doctorApi

/** Each run calls Stripe, storage and mail, so its result is kept for a minute. */
export const useSetupChecks = () =>
  useQuery({ ...apiQuery(ADMIN_PATHS.setup, async () => (await contract()).checks), staleTime: 60_000 })
