import { inArray } from 'drizzle-orm'
import type { ChatPreview } from '@slipstream/contract/chat'
import { cents, formatUsd } from '@slipstream/contract/money'
import { TICKET_CATEGORY_LABELS } from '@slipstream/contract/ticket-terms'
import type { Db } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { orders } from '@slipstream/db/tables/orders'
import { tickets } from '@slipstream/db/tables/tickets'

/** Mods, orders and tickets that a message names. Every reader is an administrator, who may see all of them. */
const LINKS = {
  mod: /\/(?:mods|admin\/products\/edit)\/([1-9]\d{0,8})\b/g,
  order: /\b(SL-\d{4}-\d{6,9})\b/g,
  ticket: /(?:\bT-|\/admin\/(?:support\/)?tickets\?(?:\S*&)?ticket=)([1-9]\d{0,8})\b/g,
}
const MOST_PREVIEWS = 3

const found = (pattern: RegExp, body: string) => [...body.matchAll(pattern)].map(([, name = '']) => name)
const foundIn = (pattern: RegExp, messages: readonly { body: string }[]) => [
  ...new Set(messages.flatMap(({ body }) => found(pattern, body))),
]

/** Reads everything that these messages link to. The result gives the previews to show below one of them. */
export const readPreviews = async (db: Db, messages: readonly { body: string }[]) => {
  const previews = new Map([
    ...(await readMods(db, foundIn(LINKS.mod, messages).map(Number))),
    ...(await readOrders(db, foundIn(LINKS.order, messages))),
    ...(await readTickets(db, foundIn(LINKS.ticket, messages).map(Number))),
  ])
  return (body: string): ChatPreview[] => {
    const names = [
      ...found(LINKS.mod, body).map((id) => `mod ${id}`),
      ...found(LINKS.order, body),
      ...found(LINKS.ticket, body).map((id) => `ticket ${id}`),
    ]
    return [...new Set(names)].flatMap((name) => previews.get(name) ?? []).slice(0, MOST_PREVIEWS)
  }
}

type Named = [name: string, preview: ChatPreview]

const readMods = async (db: Db, ids: number[]): Promise<Named[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: mods.id, title: mods.title, status: mods.status, price: mods.currentPriceCents })
    .from(mods)
    .where(inArray(mods.id, ids))
  return rows.map(({ id, title, status, price }) => [
    `mod ${id}`,
    { address: `/admin/products/edit/${id}`, kind: 'Mod', title, detail: `${formatUsd(cents(price))}, ${status}` },
  ])
}

const readOrders = async (db: Db, numbers: string[]): Promise<Named[]> => {
  if (numbers.length === 0) return []
  const rows = await db
    .select({ number: orders.number, status: orders.status, total: orders.totalCents })
    .from(orders)
    .where(inArray(orders.number, numbers))
  return rows.map(({ number, status, total }) => [
    number,
    {
      address: `/admin/orders?order=${number}`,
      kind: 'Order',
      title: number,
      detail: `${formatUsd(cents(total))}, ${status.replaceAll('_', ' ')}`,
    },
  ])
}

const readTickets = async (db: Db, ids: number[]): Promise<Named[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: tickets.id, subject: tickets.subject, category: tickets.category, status: tickets.status })
    .from(tickets)
    .where(inArray(tickets.id, ids))
  return rows.map(({ id, subject, category, status }) => [
    `ticket ${id}`,
    {
      address: `/admin/tickets?ticket=${id}`,
      kind: 'Ticket',
      // The subject is empty once the customer's account is erased.
      title: subject || `T-${id}`,
      detail: `T-${id}, ${TICKET_CATEGORY_LABELS[category].toLowerCase()}, ${status}`,
    },
  ])
}
