import type { DeskFigures } from '@slipstream/contract/tickets-admin'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useLive } from '#lib/live/use-live.ts'
import { usePresence, useTyping } from '#lib/live/use-signals.ts'

/** Keeps queue and thread current, and says who else has the ticket open or is writing. */
export const useDeskLive = (ticketId: number | null, myId: number, staff: DeskFigures['staff']) => {
  const topic = ticketId === null ? null : (`ticket:${ticketId}` as const)
  useLive('staff', ADMIN_PATHS.adminTickets, ADMIN_PATHS.ticketFigures)
  useLive(topic, ADMIN_PATHS.adminTicket)
  const { typing, sayTyping } = useTyping(topic)
  const here = usePresence(topic)
  const nameOf = (id: number | undefined) => staff.find((person) => person.id === id)?.username
  const namesOf = (ids: readonly (number | undefined)[]) =>
    ids.filter((id) => id !== myId).flatMap((id) => nameOf(id) ?? [])
  return { here: namesOf(here), typing: namesOf(typing.map(({ userId }) => userId)), sayTyping }
}
