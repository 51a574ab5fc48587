import { sql } from 'drizzle-orm'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import type { UserFilters } from '@slipstream/contract/users-admin'
import { type Db, readRows } from '@slipstream/db/client'
import { NEWSLETTER } from '@slipstream/db/testing/newsletter-factories'
import { readLocker } from '#features/locker/read-locker.service.ts'
import { countAudience } from '#features/newsletter/audience.service.ts'
import { listOrders, listOwnOrders } from '#features/orders/list-orders.service.ts'
import { findBroken, ORDER_RULES, orderBatches, STORE_RULES } from '#features/reconciliation/compare-books.service.ts'
import { listQueue } from '#features/tickets/admin/queue.service.ts'
import { readDeskTicket } from '#features/tickets/admin/read-desk-ticket.service.ts'
import { listUsers } from '#features/users/admin/list-users.service.ts'
import { readTimeline } from '#features/users/admin/user-timeline.service.ts'
import { cursorBehind, type Questions } from './questions.ts'

const DEEP_PAGES = 100
/** Rows that exist at every size. */
const KNOWN = { order: 4_322, refunded: 4_350, buyer: 3_210, ticket: 2_010, writer: 321 }
const objects = { publicUrl: (key: string) => `https://assets.example/${key}` }

const listing = (ask: () => Promise<unknown>) => ({ kind: 'list' as const, ask })
const searching = (ask: () => Promise<unknown>) => ({ kind: 'search' as const, ask })
const searches = <Text>(what: string, texts: Record<string, Text>, ask: (text: Text) => Promise<unknown>): Questions =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [`${what}, search: ${name}`, searching(() => ask(text))]),
  )

export const askOrders = async (db: Db): Promise<Questions> => {
  const deep = await cursorBehind(DEEP_PAGES, (after) => listOrders(db, { after }))
  const [found] = await readRows<{ payment: string; refund: string; overrated: string; week: string }>(
    db,
    sql`select 'pi_' || md5(${String(KNOWN.order)}) as payment, 're_' || md5(${String(KNOWN.refunded)}) as refund,
      (histogram_bounds::text::text[])[50] as overrated,
      (select to_char(max(created_at) - interval '1 year', 'YYYY-MM-DD') from orders) as week
    from pg_stats where tablename = 'orders' and attname = 'email'`,
  )
  const week = new Date(found?.week ?? '')
  const range = { from: week.toISOString(), to: new Date(week.getTime() + 7 * 24 * 3_600_000).toISOString() }
  const texts = {
    'a number': `SL-2026-00${KNOWN.order}`,
    'the beginning of a number': 'SL-2026-00432',
    'a beginning all numbers share': 'SL-2026',
    'the last part of a number': String(KNOWN.order),
    'an address': `driver_${KNOWN.buyer}@customer.example`,
    // PostgreSQL overestimates an address that is a histogram bound: it expects a hundredth of all orders.
    'an address in the histogram': found?.overrated ?? '',
    'a username': `driver_${KNOWN.buyer}`,
    'a Stripe payment': found?.payment ?? '',
    'a Stripe refund': found?.refund ?? '',
    'no match': 'nobody_at_all',
  }
  return {
    locker: listing(() => readLocker(db, objects, DEFAULT_SETTINGS, KNOWN.buyer)),
    'own orders': listing(() => listOwnOrders(db, KNOWN.buyer, undefined)),
    orders: listing(() => listOrders(db, {})),
    [`orders, page ${DEEP_PAGES + 1}`]: listing(() => listOrders(db, { after: deep })),
    'refunded orders': listing(() => listOrders(db, { status: 'refunded' })),
    'orders of one week': listing(() => listOrders(db, range)),
    ...searches('orders', texts, (q) => listOrders(db, { q })),
  }
}

/** Our own half of the money check. What Stripe says is compared by `npm run measure:money`. */
export const askBooks = async (db: Db): Promise<Questions> => {
  const questions: Questions = {}
  const add = (name: string, rule: Parameters<typeof findBroken>[1]) => {
    const ask = async () => {
      if ((await findBroken(db, rule)).length > 0) throw new Error(`the books are wrong: ${name}`)
    }
    questions[`books, ${name}`] = { kind: 'statement of the money check', ask }
  }
  for await (const batch of orderBatches(db)) {
    for (const [name, rule] of Object.entries(ORDER_RULES)) add(name, rule(batch))
    // One batch of orders stands for all: they are equally large.
    break
  }
  for (const [name, rule] of Object.entries(STORE_RULES)) add(name, rule)
  return questions
}

export const askUsers = async (db: Db): Promise<Questions> => {
  const parts = { db, discordCdnUrl: 'https://cdn.example', developerDiscordUsername: 'nobody' }
  const list = (filters: UserFilters = {}, after?: string) => listUsers(parts, { ...filters, after })
  const questions: Questions = {}
  for (const sort of [undefined, 'active', 'name'] as const) {
    const after = await cursorBehind(DEEP_PAGES, (cursor) => list({ sort }, cursor))
    const name = `customers, ${sort ?? 'newest'}`
    questions[name] = listing(() => list({ sort }))
    questions[`${name}, page ${DEEP_PAGES + 1}`] = listing(() => list({ sort }, after))
  }
  const texts = {
    'a username': `driver_${KNOWN.buyer}`,
    'the beginning of every username': 'driver_',
    'the beginning of an address': `driver_${KNOWN.buyer}@cus`,
    'an order number': 'SL-2026-000500',
    'no match': 'nobody-like-this',
  }
  return {
    ...questions,
    'customers who bought': listing(() => list({ bought: 'true' })),
    'customers who never bought': listing(() => list({ bought: 'false' })),
    'timeline of a customer': listing(() => readTimeline(db, KNOWN.buyer, undefined)),
    ...searches('customers', texts, (q) => list({ q })),
  }
}

/** A report, because an administrator asks for it once per letter. */
export const askNewsletter = async (db: Db): Promise<Questions> => ({
  'audience of a newsletter': { kind: 'report of a year', ask: () => countAudience(db, NEWSLETTER.audience) },
})

export const askTickets = async (db: Db): Promise<Questions> => {
  const queue = (filters: Parameters<typeof listQueue>[1]['filters'] = {}, after?: string) =>
    listQueue(db, { filters, userId: 1 }, { after })
  const { next } = await queue()
  const texts = {
    'a word in every ticket': 'crash',
    'a word in 20 tickets': 'axle',
    'a ticket number': `T-${KNOWN.ticket}`,
    'a username': `driver_${KNOWN.writer}`,
    'no match': 'nothing-like-it',
  }
  return {
    queue: listing(() => queue()),
    'queue, second page': listing(() => queue({}, next ?? undefined)),
    'queue of members': listing(() => queue({ premium: 'true' })),
    'late tickets': listing(() => queue({ late: 'true' })),
    'closed tickets': listing(() => queue({ view: 'solved' })),
    'a ticket': listing(() => readDeskTicket(db, KNOWN.ticket)),
    ...searches('tickets', texts, (q) => queue({ q })),
  }
}
