import { useQuery } from '@tanstack/react-query'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { apiQuery, callApi } from '#lib/api.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/tickets-trackers')).trackersApi
type TrackersApi = Awaited<ReturnType<typeof contract>>

export const useTrackers = () =>
  useQuery({ ...apiQuery(ADMIN_PATHS.trackers, async () => (await contract()).list), staleTime: 0 })

const useTrackerAct = <Answer, Told>(act: (api: TrackersApi, told: Told) => Promise<Answer>) =>
  useApiMutation(contract, act, {
    refresh: [ADMIN_PATHS.trackers, ADMIN_PATHS.adminTicket, ADMIN_PATHS.adminTickets, ADMIN_PATHS.operations],
  })

export const trackerRules = (act: 'create' | 'fix') => async () => (await contract())[act].body

export const useCreateTracker = () => useTrackerAct((api, body: { title: string }) => callApi(api.create, { body }))

export const useLinkTickets = () =>
  useTrackerAct((api, { id, ticketIds }: { id: number; ticketIds: number[] }) =>
    callApi(api.link, { params: { id }, body: { ticketIds } }),
  )

export const useUnlinkTicket = () =>
  useTrackerAct((api, { id, ticketId }: { id: number; ticketId: number }) =>
    callApi(api.unlink, { params: { id }, body: { ticketId } }),
  )

export const useFixTracker = (id: number) =>
  useTrackerAct((api, body: { body: string }) => callApi(api.fix, { params: { id }, body }))
