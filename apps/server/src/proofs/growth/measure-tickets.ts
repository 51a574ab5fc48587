import { openDatabase } from '@slipstream/db/client'
import { listQueue } from '#features/tickets/admin/queue.service.ts'
import { readDeskTicket } from '#features/tickets/admin/read-desk-ticket.service.ts'
import { watchPages } from './count-pages.ts'
import { fillTickets } from './fill-tickets.ts'
import { measureQueries, type Queries } from './measure-queries.ts'

/** A ticket that exists at every database size. */
const KNOWN = 5_010

/** The staff's own queries on a database with this many tickets. */
export const openTickets = async (url: string, many: number) => {
  const database = openDatabase({ url, applicationName: 'slipstream-growth', maxConnections: 4, onIdleError: () => {} })
  const { db } = database
  const pages = watchPages(database.pool)
  await fillTickets(url, many)

  const queue = (filters: Parameters<typeof listQueue>[1]['filters'] = {}, after?: string) =>
    listQueue(db, { filters, userId: 1 }, { after })
  const { next } = await queue()
  const queries: Queries = {
    'queue, first page': { kind: 'list', ask: () => queue() },
    'queue, second page': { kind: 'list', ask: () => queue({}, next ?? undefined) },
    'queue of members': { kind: 'list', ask: () => queue({ premium: 'true' }) },
    'late tickets': { kind: 'list', ask: () => queue({ late: 'true' }) },
    'closed tickets': { kind: 'list', ask: () => queue({ view: 'solved' }) },
    thread: { kind: 'list', ask: () => readDeskTicket(db, KNOWN) },
    'search: a word in every ticket': { kind: 'search', ask: () => queue({ q: 'crash' }) },
    'search: a word in 20 tickets': { kind: 'search', ask: () => queue({ q: 'axle' }) },
    'search: a ticket number': { kind: 'search', ask: () => queue({ q: `T-${KNOWN}` }) },
    'search: a username': { kind: 'search', ask: () => queue({ q: 'driver_321' }) },
    'search: no match': { kind: 'search', ask: () => queue({ q: 'nothing-like-it' }) },
  }

  return {
    measure: () => measureQueries(pages, queries),
    close: database.close,
  }
}
