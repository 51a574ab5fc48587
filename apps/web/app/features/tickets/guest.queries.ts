import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@slipstream/contract/endpoint'
import type { GuestThread } from '@slipstream/contract/tickets'
import { callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { SECRET_CALL } from '#lib/secret-call.ts'

const contract = async () => (await import('@slipstream/contract/tickets')).ticketsApi
type TicketsApi = Awaited<ReturnType<typeof contract>>
type Body<Name extends keyof TicketsApi> = BodyInputOf<TicketsApi[Name]>

const POLL_MS = 15_000

export const contactRules = async () => (await contract()).contact.body

export const useContact = () =>
  useMutation({
    mutationFn: async (body: Body<'contact'>) => callApi((await contract()).contact, { body }),
    ...SECRET_CALL,
  })

/** A page has at most one link, so the secret need not be part of the key. */
const THREAD = [PATHS.linkedTicket]

export const useLinkedThread = (token: string) =>
  useQuery({
    queryKey: THREAD,
    queryFn: async ({ signal }) => callApi((await contract()).linkedTicket, { body: { token } }, signal),
    refetchInterval: ({ state }) => (state.error ? false : POLL_MS),
    refetchOnWindowFocus: 'always',
  })

const useLinkedAct = <Told = void>(act: (api: TicketsApi, told: Told) => Promise<GuestThread>) => {
  const queries = useQueryClient()
  return useMutation<GuestThread, Error, Told>({
    mutationFn: async (told) => act(await contract(), told),
    onSuccess: (thread) => queries.setQueryData(THREAD, thread),
    networkMode: 'always',
  })
}

export const useLinkedReply = (token: string) =>
  useLinkedAct((api, reply: Omit<Body<'linkedReply'>, 'token'>) =>
    callApi(api.linkedReply, { body: { token, ...reply } }),
  )

export const useLinkedSolve = (token: string) => useLinkedAct((api) => callApi(api.linkedSolve, { body: { token } }))

export const useLinkedRating = (token: string) =>
  useLinkedAct((api, rating: Omit<Body<'linkedRating'>, 'token'>) =>
    callApi(api.linkedRating, { body: { token, ...rating } }),
  )

export const useLinkedAttachment = (token: string, attachmentId: number, isWanted: boolean) =>
  useQuery({
    queryKey: [PATHS.linkedAttachment, attachmentId],
    queryFn: async ({ signal }) =>
      callApi((await contract()).linkedAttachment, { body: { token, attachmentId } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted,
  })
