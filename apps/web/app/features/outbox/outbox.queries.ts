import { useQuery } from '@tanstack/react-query'
import type { HeldKind } from '@slipstream/contract/outbox-kinds'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { apiQuery, callApi } from '#lib/api.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/outbox')).outboxApi

export const useHeld = () => useQuery(apiQuery(ADMIN_PATHS.held, async () => (await contract()).held))

export const useRelease = () =>
  useApiMutation(contract, (api, kind: HeldKind) => callApi(api.release, { params: { kind } }), {
    refresh: [ADMIN_PATHS.held],
  })

export const useDiscard = () =>
  useApiMutation(contract, (api, kind: HeldKind) => callApi(api.discard, { params: { kind } }), {
    refresh: [ADMIN_PATHS.held],
  })
