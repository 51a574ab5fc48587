import type { UserFilters } from '@slipstream/contract/users-admin'
import { openDatabase } from '@slipstream/db/client'
import { listUsers } from '#features/users/admin/list-users.service.ts'
import { listSignIns } from '#features/users/admin/tracking.service.ts'
import { readTimeline } from '#features/users/admin/user-timeline.service.ts'
import { watchPages } from './count-pages.ts'
import { fillUsers } from './fill-users.ts'
import { measureQueries, type Queries } from './measure-queries.ts'

const PAGES_BEFORE = 100
/** An account that exists at every database size. */
const KNOWN = 500
const KNOWN_NAME = 'driver_000500'

/** The lists of administrators on a database with this many accounts. */
export const openUsers = async (url: string, many: number) => {
  const database = openDatabase({ url, applicationName: 'slipstream-growth', maxConnections: 4, onIdleError: () => {} })
  const { db } = database
  const pages = watchPages(database.pool)
  await fillUsers(url, many)

  const parts = { db, discordCdnUrl: 'https://cdn.example', developerDiscordUsername: 'nobody' }
  const list = (filters: UserFilters = {}, after?: string) => listUsers(parts, { ...filters, after })
  const deep = async (filters: UserFilters) => {
    let after: string | undefined
    for (let page = 0; page < PAGES_BEFORE; page++) after = (await list(filters, after)).next ?? after
    return after
  }
  const cursors = {
    newest: await deep({}),
    active: await deep({ sort: 'active' }),
    name: await deep({ sort: 'name' }),
  }
  const later = (await readTimeline(db, KNOWN, undefined)).next ?? undefined

  const queries: Queries = {
    'newest, first page': { kind: 'list', ask: () => list() },
    [`newest, page ${PAGES_BEFORE + 1}`]: { kind: 'list', ask: () => list({}, cursors.newest) },
    'last active, first page': { kind: 'list', ask: () => list({ sort: 'active' }) },
    [`last active, page ${PAGES_BEFORE + 1}`]: { kind: 'list', ask: () => list({ sort: 'active' }, cursors.active) },
    'by name, first page': { kind: 'list', ask: () => list({ sort: 'name' }) },
    [`by name, page ${PAGES_BEFORE + 1}`]: { kind: 'list', ask: () => list({ sort: 'name' }, cursors.name) },
    administrators: { kind: 'list', ask: () => list({ role: 'admin' }) },
    banned: { kind: 'list', ask: () => list({ banned: 'true' }) },
    'with Premium': { kind: 'list', ask: () => list({ premium: 'true' }) },
    'bought something': { kind: 'list', ask: () => list({ bought: 'true' }) },
    'never bought': { kind: 'list', ask: () => list({ bought: 'false' }) },
    'timeline, first page': { kind: 'list', ask: () => readTimeline(db, KNOWN, undefined) },
    'timeline, second page': { kind: 'list', ask: () => readTimeline(db, KNOWN, later) },
    'sign-ins of everybody': { kind: 'list', ask: () => listSignIns(db, {}) },
    'sign-ins of one person': { kind: 'list', ask: () => listSignIns(db, { username: KNOWN_NAME }) },
    'search: a username': { kind: 'search', ask: () => list({ q: KNOWN_NAME }) },
    'search: a Discord name': { kind: 'search', ask: () => list({ q: 'racer.000500' }) },
    'search: the beginning of every username': { kind: 'search', ask: () => list({ q: 'driver_' }) },
    'search: an e-mail address': { kind: 'search', ask: () => list({ q: `${KNOWN_NAME}@cus` }) },
    'search: an order number': { kind: 'search', ask: () => list({ q: 'SL-2026-000500' }) },
    'search: no match': { kind: 'search', ask: () => list({ q: 'nobody-like-this' }) },
  }

  return {
    measure: () => measureQueries(pages, queries),
    close: database.close,
  }
}
