import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { ApiAddress } from '@slipstream/contract/addresses'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import type { DeskTicket } from '@slipstream/contract/tickets-admin'
import type { UserDetail } from '@slipstream/contract/users-detail'
import { tabMemory } from '#lib/browser-storage.ts'
import type { PageAddress } from '#lib/link.ts'
import { parseJson } from '#lib/request.ts'
import { ADMIN_PAGE_GROUPS, DEVELOPER_PAGE } from './admin-page-list.ts'

const KEPT = 12

type ThingKind = 'order' | 'user' | 'mod' | 'ticket'

/** A page, or a record with its own page. */
export interface Visit {
  to: PageAddress
  label: string
  kind: ThingKind | 'page'
}

interface Kind {
  kind: ThingKind
  /** Matches the address; the group is the number. */
  pattern: RegExp
  address: (number: string) => PageAddress
  /** The label of a record until its name is loaded. */
  plain: (number: string) => string
  /** The record's name, once its page has loaded it. An order has only its number. */
  loadedName?: (queries: QueryClient, number: string) => string | undefined
}

const loaded = <Thing>(queries: QueryClient, address: ApiAddress) => queries.getQueryData<Thing>([address])

const KINDS: readonly Kind[] = [
  {
    kind: 'order',
    pattern: /^\/admin\/(?:orders|order-management)\?(?:.*&)?order=(SL-\d{4}-\d{6,9})(?:&|$)/,
    address: (number) => `/admin/orders?order=${number}`,
    plain: (number) => number,
  },
  {
    kind: 'user',
    pattern: /^\/admin\/users(?:\/banned)?\?(?:.*&)?user=(\d{1,9})(?:&|$)/,
    address: (number) => `/admin/users?user=${number}`,
    plain: (number) => `User #${number}`,
    loadedName: (queries, number) => loaded<UserDetail>(queries, `/api/admin/users/${Number(number)}`)?.username,
  },
  {
    kind: 'mod',
    pattern: /^\/admin\/products\/edit\/(\d{1,9})(?:\?|$)/,
    address: (number) => `/admin/products/edit/${Number(number)}`,
    plain: (number) => `Mod #${number}`,
    loadedName: (queries, number) => loaded<AdminMod>(queries, `/api/admin/mods/${Number(number)}`)?.form.title,
  },
  {
    kind: 'ticket',
    pattern: /^\/admin\/(?:support\/)?tickets\?(?:.*&)?ticket=(\d{1,9})(?:&|$)/,
    address: (number) => `/admin/tickets?ticket=${number}`,
    plain: (number) => `T-${number}`,
    loadedName: (queries, number) => loaded<DeskTicket>(queries, `/api/admin/tickets/${Number(number)}`)?.subject,
  },
]

const ALL_PAGES = [...ADMIN_PAGE_GROUPS.flatMap(({ pages }) => pages), DEVELOPER_PAGE]

/** Drops other parameters, such as filters. Null for an address that is not a page. */
export const visitOf = (address: string, queries: QueryClient | null = null): Visit | null => {
  for (const kind of KINDS) {
    const number = kind.pattern.exec(address)?.[1]
    if (number === undefined) continue
    const name = queries && kind.loadedName?.(queries, number)
    return { to: kind.address(number), label: name || kind.plain(number), kind: kind.kind }
  }
  const [path] = address.split('?')
  const page = ALL_PAGES.find(({ to }) => to === address) ?? ALL_PAGES.find(({ to }) => to === path)
  return page ? { to: page.to, label: page.label, kind: 'page' } : null
}

interface Kept {
  /** The account; the visits of another one in the same tab are ignored. */
  by: number
  visits: { to: string; label: string }[]
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'visits' in value && Array.isArray(value.visits)

const readKept = (by: number): Kept => {
  const value = parseJson(tabMemory.read('admin_visits') ?? '')
  return isKept(value) && value.by === by ? value : { by, visits: [] }
}

/** The latest first, without addresses that are no longer pages. */
export const readVisits = (by: number): Visit[] =>
  readKept(by).visits.flatMap(({ to, label }) => {
    const visit = visitOf(String(to))
    return visit ? [{ ...visit, label: visit.kind === 'page' ? visit.label : String(label) }] : []
  })

const remember = (by: number, { to, label }: Visit) => {
  const others = readKept(by).visits.filter((each) => each.to !== to)
  const kept: Kept = { by, visits: [{ to, label }, ...others].slice(0, KEPT) }
  tabMemory.write('admin_visits', JSON.stringify(kept))
}

/** Remembers the pages opened in this tab. A page is named when it is left, because by then it has loaded its name. */
export const useVisits = (by: number | undefined) => {
  const { pathname, search } = useLocation()
  const queries = useQueryClient()
  const address = pathname + search
  useEffect(() => {
    if (by === undefined) return undefined
    const note = () => {
      const visit = visitOf(address, queries)
      if (visit) remember(by, visit)
    }
    note()
    // Links on upload pages load a new document, which skips the cleanup below.
    window.addEventListener('pagehide', note)
    return () => {
      window.removeEventListener('pagehide', note)
      note()
    }
  }, [by, address, queries])
}
