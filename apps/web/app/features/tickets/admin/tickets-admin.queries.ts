import { useQuery } from '@tanstack/react-query'
import type { TicketCategory } from '@slipstream/contract/ticket-terms'
import type { AfterReply, DeskTicket, TicketAct } from '@slipstream/contract/tickets-admin'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { addressOf, apiQuery, callApi, type Input } from '#lib/api.ts'
import type { Guard } from '#lib/guard.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/tickets-admin')).ticketsAdminApi
type DeskApi = Awaited<ReturnType<typeof contract>>

export type QueueQuery = NonNullable<Input<DeskApi['export']>['query']>

/** Everything that shows tickets to the staff. */
const SHOWING_TICKETS = [ADMIN_PATHS.adminTickets, ADMIN_PATHS.adminTicket, ADMIN_PATHS.ticketFigures] as const

export const useQueue = (query: QueueQuery) => {
  const { list, items } = usePagedList([ADMIN_PATHS.adminTickets, 'list', query], async (after, signal) =>
    callApi((await contract()).list, { query: { ...query, after } }, signal),
  )
  return { list, rows: items }
}

const MATCHES = 5

/** Tickets of any view by number, customer or words, for the search of the admin area. */
export const useMatchingTickets = (q: string) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.adminTickets, async () => (await contract()).list, { query: { q, limit: MATCHES } }),
    staleTime: 0,
    enabled: q !== '',
  })

export const useDeskFigures = () =>
  useQuery({ ...apiQuery(ADMIN_PATHS.ticketFigures, async () => (await contract()).figures), staleTime: 0 })

export const useDeskTicket = (id: number | null) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.adminTicket, async () => (await contract()).ticket, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    staleTime: 0,
  })

/** The response is the ticket itself, so its thread updates at once; the lists are refetched. */
const useTicketAct = <Told = void>(act: (api: DeskApi, told: Told) => Promise<DeskTicket | null>) =>
  useApiMutation(contract, act, {
    show: async (queries, ticket) => {
      if (!ticket) return
      const key = [addressOf((await contract()).ticket, { params: { id: ticket.id } })]
      queries.setQueryData(key, ticket)
    },
    refresh: SHOWING_TICKETS,
  })

export interface ReplyBody {
  body: string
  clientKey: string
  lastMessageId: number | null
  after: AfterReply
  attachmentIds?: number[]
}

export const useReply = () =>
  useTicketAct((api, { id, body }: { id: number; body: ReplyBody }) => callApi(api.reply, { params: { id }, body }))

export const useNote = (id: number) =>
  useTicketAct((api, body: string) => callApi(api.note, { params: { id }, body: { body } }))

export const useAssign = (id: number) =>
  useTicketAct((api, assigneeId: number | null) => callApi(api.assign, { params: { id }, body: { assigneeId } }))

export const useCategorize = (id: number) =>
  useTicketAct((api, category: TicketCategory) => callApi(api.categorize, { params: { id }, body: { category } }))

export const useAct = () =>
  useTicketAct((api, { id, act }: { id: number; act: TicketAct }) =>
    callApi(api.act, { params: { id }, body: { act } }),
  )

export const useActOnMany = () =>
  useApiMutation(
    contract,
    (api, body: { ids: number[]; act: 'solve' | 'reopen' | 'spam' | 'not_spam' }) => callApi(api.actOnMany, { body }),
    { refresh: SHOWING_TICKETS },
  )

export const useSnooze = (id: number) =>
  useTicketAct((api, until: string | null) => callApi(api.snooze, { params: { id }, body: { until } }))

export const useMerge = (id: number) =>
  useTicketAct((api, { intoId }: { intoId: number }) => callApi(api.merge, { params: { id }, body: { intoId } }))

export const useUnmerge = () => useTicketAct((api, id: number) => callApi(api.unmerge, { params: { id } }))

export const useRefundOrder = (id: number, guard: Guard) =>
  useTicketAct((api, body: { orderId: number; itemIds: number[]; reason: string }) =>
    guard(() => callApi(api.refund, { params: { id }, body })),
  )

export const useRegrant = (id: number, guard: Guard) =>
  useTicketAct((api, body: { modId: number; reason: string }) =>
    guard(() => callApi(api.regrant, { params: { id }, body })),
  )

/** The schema of a request, for its form. */
export const ticketRules = (act: 'refund' | 'regrant' | 'merge' | 'categorize') => async () =>
  (await contract())[act].body
