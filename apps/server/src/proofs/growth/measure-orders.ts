import { sql } from 'drizzle-orm'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { openDatabase } from '@slipstream/db/client'
import { readLocker } from '#features/locker/read-locker.service.ts'
import { listOrders, listOwnOrders } from '#features/orders/list-orders.service.ts'
import { watchPages } from './count-pages.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { fillOrders, MODS_FOR_ORDERS } from './fill-orders.ts'
import { measureQueries, type Queries } from './measure-queries.ts'

const PAGES_BEFORE = 100
/** Buyers spread over the table, so that none is a lucky case. */
const BUYERS = [0.07, 0.31, 0.52, 0.76, 0.98]
/** An order that exists at every database size. */
const KNOWN = { order: 4_322, refunded: 4_350, buyer: 321 }

/** Search texts of administrators. */
const SEARCHES: Record<string, string> = {
  'a number': `SL-2026-00${KNOWN.order}`,
  'the beginning of a number': 'SL-2026-00432',
  'a beginning all numbers share': 'SL-2026',
  'the last part of a number': String(KNOWN.order),
  'an address': `driver_${KNOWN.buyer}@customer.example`,
  'the beginning of an address': `driver_${KNOWN.buyer}@cus`,
  'a username': `driver_${KNOWN.buyer}`,
  'no match': 'nobody_at_all',
}

/** The store's own services on a database with this many orders. */
export const openOrders = async (url: string, many: number) => {
  const database = openDatabase({ url, applicationName: 'slipstream-growth', maxConnections: 4, onIdleError: () => {} })
  const { db } = database
  const pages = watchPages(database.pool)
  await fillCatalogue(db, MODS_FOR_ORDERS)
  await fillOrders(url, many)

  const buyers = BUYERS.map((share) => Math.ceil((many / 10) * share))
  const deep = await cursorBehind(PAGES_BEFORE, (after) => listOrders(db, { after }))
  const { rows } = await db.execute<{ payment: string; refund: string; overrated: string }>(sql`
    select 'pi_' || md5(${String(KNOWN.order)}) as payment, 're_' || md5(${String(KNOWN.refunded)}) as refund,
      (histogram_bounds::text::text[])[50] as overrated
    from pg_stats where tablename = 'orders' and attname = 'email'`)
  const searches = {
    ...SEARCHES,
    // PostgreSQL overestimates an address that is a histogram bound: it expects a hundredth of all orders.
    'an address in the histogram': rows[0]?.overrated ?? '',
    'a Stripe payment id': rows[0]?.payment ?? '',
    'a Stripe refund id': rows[0]?.refund ?? '',
  }
  const objects = { publicUrl: (key: string) => `https://assets.example/${key}` }

  const queries: Queries = {
    'locker of five buyers': {
      kind: 'list',
      ask: async () => {
        for (const id of buyers) await readLocker(db, objects, DEFAULT_SETTINGS, id)
      },
    },
    'own orders of five buyers': {
      kind: 'list',
      ask: async () => {
        for (const id of buyers) await listOwnOrders(db, id, undefined)
      },
    },
    'first page': { kind: 'list', ask: () => listOrders(db, {}) },
    [`page ${PAGES_BEFORE + 1}`]: { kind: 'list', ask: () => listOrders(db, { after: deep }) },
    'first page of refunded orders': { kind: 'list', ask: () => listOrders(db, { status: 'refunded' }) },
    'one week': {
      kind: 'list',
      ask: () => listOrders(db, { from: '2022-01-08T00:00:00Z', to: '2022-01-15T00:00:00Z' }),
    },
    ...Object.fromEntries(
      Object.entries(searches).map(([name, q]) => [
        `search: ${name}`,
        { kind: 'search' as const, ask: () => listOrders(db, { q }) },
      ]),
    ),
  }

  return {
    db,
    buyers,
    deep,
    measure: () => measureQueries(pages, queries),
    close: database.close,
  }
}
export type ManyOrders = Awaited<ReturnType<typeof openOrders>>

/** The cursor after this many pages. */
const cursorBehind = async (pagesBefore: number, read: (after?: string) => Promise<{ next: string | null }>) => {
  let after: string | undefined
  for (let page = 0; page < pagesBefore; page++) after = (await read(after)).next ?? undefined
  return after
}
