import { useSyncExternalStore } from 'react'
import type { TicketAttachment } from '@slipstream/contract/tickets'
import { createStore } from '#ui/external-store.ts'
import type { ReplyBody } from './tickets-admin.queries.ts'

/** How long a reply can be undone before it is sent. */
export const UNDO_SEND_MS = 6_000

export interface HeldReply {
  ticketId: number
  reply: ReplyBody
  /** Uploaded and not sent yet. */
  files: readonly TicketAttachment[]
  sendAt: number
}

/** Replies that are sent in a few seconds. Kept outside React, so that opening another ticket does not stop them. */
const held = createStore<readonly HeldReply[]>([])
const timers = new Map<string, ReturnType<typeof setTimeout>>()

const drop = (clientKey: string) => {
  clearTimeout(timers.get(clientKey))
  timers.delete(clientKey)
  held.set(held.get().filter(({ reply }) => reply.clientKey !== clientKey))
}

export const holdReply = (waiting: Omit<HeldReply, 'sendAt'>, send: () => unknown) => {
  const { reply } = waiting
  held.set([...held.get(), { ...waiting, sendAt: Date.now() + UNDO_SEND_MS }])
  timers.set(
    reply.clientKey,
    setTimeout(() => {
      drop(reply.clientKey)
      send()
    }, UNDO_SEND_MS),
  )
}

export const takeBack = ({ reply }: HeldReply) => drop(reply.clientKey)

export const useHeldReply = (ticketId: number) =>
  useSyncExternalStore(held.subscribe, held.get, held.get).find((each) => each.ticketId === ticketId)
