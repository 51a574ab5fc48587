import { useQuery } from '@tanstack/react-query'
import type { NewChatMessage } from '@slipstream/contract/chat'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { apiQuery, callApi } from '#lib/api.ts'
import { useLive } from '#lib/live/use-live.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/chat')).chatApi

/** The rooms, what is unread in them, and who can read them. Stays current while the page is open. */
export const useChat = () => {
  useLive('chat', ADMIN_PATHS.chat)
  useLive('me', ADMIN_PATHS.chat)
  return useQuery({ ...apiQuery(ADMIN_PATHS.chat, async () => (await contract()).overview), staleTime: 0 })
}

/** The messages of a room as far back as they are loaded, oldest first. */
export const useMessages = (roomId: number) => {
  useLive(`room:${roomId}`, ADMIN_PATHS.chatMessages)
  const { list, first, items } = usePagedList([ADMIN_PATHS.chatMessages, roomId], async (after, signal) =>
    callApi((await contract()).messages, { params: { id: roomId }, query: { after } }, signal),
  )
  return { list, lastReadId: first?.lastReadId, messages: items.toReversed() }
}

export const useChatSearch = (q: string) =>
  usePagedList([ADMIN_PATHS.chatSearch, q], async (after, signal) =>
    callApi((await contract()).search, { query: { q, after } }, signal),
  )

export const roomRules = async () => (await contract()).createRoom.body

export const useCreateRoom = () =>
  useApiMutation(contract, (api, name: string) => callApi(api.createRoom, { body: { name } }), {
    refresh: [ADMIN_PATHS.chat],
  })

const SHOWN = [ADMIN_PATHS.chatMessages, ADMIN_PATHS.chatSearch] as const

export const useSendMessage = (roomId: number) =>
  useApiMutation(contract, (api, body: NewChatMessage) => callApi(api.send, { params: { id: roomId }, body }), {
    refresh: SHOWN,
  })

export const useEditMessage = (id: number) =>
  useApiMutation(contract, (api, body: string) => callApi(api.edit, { params: { id }, body: { body } }), {
    refresh: SHOWN,
  })

export const useDeleteMessage = (id: number) =>
  useApiMutation(contract, (api) => callApi(api.remove, { params: { id } }), { refresh: SHOWN })

export const useMarkRead = (roomId: number) =>
  useApiMutation(
    contract,
    (api, messageId: number) => callApi(api.read, { params: { id: roomId }, body: { messageId } }),
    { refresh: [ADMIN_PATHS.chat] },
  )
