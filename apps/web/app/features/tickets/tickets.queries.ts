import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import type { BodyInputOf } from '@slipstream/contract/endpoint'
import { TICKET_LIMITS } from '@slipstream/contract/ticket-terms'
import type { TicketAttachment, TicketThread } from '@slipstream/contract/tickets'
import { apiQuery, callApi } from '#lib/api.ts'
import { useLive } from '#lib/live/use-live.ts'
import { PATHS } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/tickets')).ticketsApi
type TicketsApi = Awaited<ReturnType<typeof contract>>
type Body<Name extends keyof TicketsApi> = BodyInputOf<TicketsApi[Name]>

/** The schema of a form's request, loaded when the form is submitted. */
export const ticketRules = (name: 'open' | 'reply' | 'rate') => async () => (await contract())[name].body

export const useTickets = () => {
  useLive('me', PATHS.tickets)
  return usePagedList([PATHS.tickets], async (after, signal) =>
    callApi((await contract()).list, { query: { after } }, signal),
  )
}

const ticketQuery = (id: number) => apiQuery(PATHS.ticket, async () => (await contract()).ticket, { params: { id } })

/** A merged ticket listens for updates of the ticket it was merged into. */
export const useTicket = (id: number) => {
  const ticket = useQuery(ticketQuery(id))
  useLive(ticket.data ? `ticket:${ticket.data.id}` : null, PATHS.ticket)
  return ticket
}

/** For a merged ticket the server sends the ticket it was merged into, so both addresses show that ticket. */
const showThread = (queries: QueryClient, thread: TicketThread, id = thread.id) => {
  for (const shown of new Set([id, thread.id])) queries.setQueryData(ticketQuery(shown).queryKey, thread)
}

export const useOpenTicket = () =>
  useApiMutation(contract, (api, body: Body<'open'>) => callApi(api.open, { body }), {
    show: (queries, thread) => showThread(queries, thread),
    refresh: [PATHS.tickets],
  })

const useTicketAct = <Told = void>(id: number, act: (api: TicketsApi, told: Told) => Promise<TicketThread>) =>
  useApiMutation(contract, act, {
    show: (queries, thread) => showThread(queries, thread, id),
    refresh: [PATHS.tickets],
  })

export const useReply = (id: number) =>
  useTicketAct(id, (api, body: Body<'reply'>) => callApi(api.reply, { params: { id }, body }))

export const useSolve = (id: number) => useTicketAct(id, (api) => callApi(api.solve, { params: { id } }))

export const useReopen = (id: number) => useTicketAct(id, (api) => callApi(api.reopen, { params: { id } }))

export const useRate = (id: number) =>
  useTicketAct(id, (api, body: Body<'rate'>) => callApi(api.rate, { params: { id }, body }))

const attachmentQuery = (id: number) =>
  apiQuery(PATHS.ticketAttachment, async () => (await contract()).attachment, { params: { id } })

/** The contents never change. */
export const useAttachment = (id: number, isWanted: boolean) =>
  useQuery({ ...attachmentQuery(id), staleTime: Number.POSITIVE_INFINITY, enabled: isWanted })

const LIMITS = {
  picture: { bytes: TICKET_LIMITS.pictureBytes, words: 'larger than 10 MB' },
  log: { bytes: TICKET_LIMITS.logBytes, words: 'larger than 2 MB' },
}

/** Uploaded directly to object storage, then checked by the store. */
const sendFile = async (file: File): Promise<TicketAttachment> => {
  const kind = file.type.startsWith('image/') ? 'picture' : 'log'
  const { bytes, words } = LIMITS[kind]
  if (file.size > bytes) throw new Error(`${file.name} is ${words}. Choose a smaller file.`)
  const api = await contract()
  const contentType = file.type || 'text/plain'
  const { key, url } = await callApi(api.offerAttachment, { body: { kind, contentType, sizeBytes: file.size } })
  const answer = await fetch(url, { method: 'PUT', body: file, headers: { 'content-type': contentType } })
  if (!answer.ok) throw new Error(`${file.name} could not be uploaded. Please try again.`)
  return callApi(api.addAttachment, { body: { key, kind, name: file.name.slice(-200) } })
}

export const useSendFile = () => useMutation({ mutationFn: sendFile, networkMode: 'always' })

export const useRemoveFile = () =>
  useMutation({
    mutationFn: async (id: number) => callApi((await contract()).removeAttachment, { params: { id } }),
    networkMode: 'always',
  })
