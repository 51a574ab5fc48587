import { useQuery } from '@tanstack/react-query'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { apiQuery } from '#lib/api.ts'

const contract = async () => (await import('@slipstream/contract/doctor')).doctorApi

/** Each look calls Stripe, storage and mail, so it is repeated only when somebody asks. */
export const useSetupChecks = () =>
  useQuery({ ...apiQuery(ADMIN_PATHS.setup, async () => (await contract()).checks), staleTime: 60_000 })
