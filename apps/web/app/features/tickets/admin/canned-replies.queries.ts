import { useQuery } from '@tanstack/react-query'
import type { DeskTicket } from '@slipstream/contract/tickets-admin'
import type { CannedReply, CannedReplyForm } from '@slipstream/contract/tickets-replies'
import { formatUsd } from '@slipstream/contract/money'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { apiQuery, callApi } from '#lib/api.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { ticketNumber } from './ticket-words.ts'

const contract = async () => (await import('@slipstream/contract/tickets-replies')).cannedRepliesApi
const refresh = [ADMIN_PATHS.cannedReplies] as const

export const useCannedReplies = () => useQuery(apiQuery(ADMIN_PATHS.cannedReplies, async () => (await contract()).list))

export const cannedReplyRules = async () => (await contract()).create.body

export const useSaveCannedReply = (id: number | null) =>
  useApiMutation(
    contract,
    (api, body: CannedReplyForm) =>
      id === null ? callApi(api.create, { body }) : callApi(api.edit, { params: { id }, body }),
    { refresh },
  )

export const useRemoveCannedReply = () =>
  useApiMutation(contract, (api, id: number) => callApi(api.remove, { params: { id } }), { refresh })

/** The variables of canned replies, in the order of the hint. */
export const VARIABLES = ['username', 'number', 'subject', 'order', 'amount', 'mod', 'version', 'me'] as const

/** Fills in what is known. An unknown variable stays visible, and the reply cannot be sent with it. */
export const fillVariables = (body: string, ticket: DeskTicket, me: string) => {
  const known: Record<string, string | undefined> = {
    username: ticket.customer,
    number: ticketNumber(ticket.id),
    subject: ticket.subject,
    order: ticket.order?.number,
    amount: ticket.order ? formatUsd(ticket.order.totalCents) : undefined,
    mod: ticket.mod?.title ?? ticket.order?.titles[0],
    version: ticket.mod?.version ?? undefined,
    me,
  }
  return body.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => known[name] ?? whole)
}

export const unfilledIn = (text: string) => /\{\{\s*\w+\s*\}\}/.exec(text)?.[0]

/** The replies whose title contains the text after the slash; titles that begin with it come first. */
export const matching = (replies: readonly CannedReply[], typed: string) => {
  const word = typed.toLowerCase()
  const place = ({ title }: CannedReply) => title.toLowerCase().indexOf(word)
  return replies.filter((reply) => place(reply) >= 0).toSorted((one, other) => place(one) - place(other))
}
