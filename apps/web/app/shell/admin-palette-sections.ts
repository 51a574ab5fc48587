import { CircleUserRound, History, LifeBuoy, type LucideIcon, Package, Receipt, RotateCw, Zap } from 'lucide-react'
import { formatUsd } from '@slipstream/contract/money'
import type { AdminModRow } from '@slipstream/contract/mod-list-admin'
import type { OrderRow } from '@slipstream/contract/orders-admin'
import type { QueueRow } from '@slipstream/contract/tickets-admin'
import type { UserRow } from '@slipstream/contract/users-row'
import type { User } from '@slipstream/contract/users'
import { useMatchingMods } from '#features/mods/mod-list.queries.ts'
import { useMatchingOrders } from '#features/orders/admin/admin-orders.queries.ts'
import { ORDER_WORDS } from '#features/orders/order-words.ts'
import { STATUS_WORDS, ticketNumber } from '#features/tickets/admin/ticket-words.ts'
import { useMatchingTickets } from '#features/tickets/admin/tickets-admin.queries.ts'
import { useMatchingUsers } from '#features/users/users.queries.ts'
import type { PageAddress } from '#lib/link.ts'
import { useSettled } from '#ui/use-settled.ts'
import { ACTIONS, bestFits, fitOf, pagesFor } from './admin-palette-words.ts'
import type { Visit } from './admin-visits.ts'

export interface PaletteOption {
  /** Unique, without spaces. */
  key: string
  label: string
  detail?: string
  Icon: LucideIcon
  to?: PageAddress
  /** For an option that is not a link. */
  act?: () => void
}

export interface PaletteSection {
  label: string
  state: 'ready' | 'loading' | 'failed'
  options: readonly PaletteOption[]
}

const FEWEST_LETTERS = 2
/** The longest search text of each list. */
const LONGEST = { mods: 80, tickets: 120 }
const MOST_PAGES = 8
const MOST_FOUND = 5
const MOST_RECENT = 6

const KIND_ICONS: Record<Visit['kind'], LucideIcon> = {
  page: History,
  order: Receipt,
  user: CircleUserRound,
  mod: Package,
  ticket: LifeBuoy,
}

const ready = (label: string, options: readonly PaletteOption[]): PaletteSection => ({ label, state: 'ready', options })

const recentSection = (visits: readonly Visit[]) =>
  ready(
    'Recent',
    visits
      .slice(0, MOST_RECENT)
      .map(({ to, label, kind }) => ({ key: `recent${to}`, label, Icon: KIND_ICONS[kind], to })),
  )

const actionSection = (text: string) =>
  ready(
    'Actions',
    bestFits(text, ACTIONS, ({ label, words }) => fitOf(text, label, words)).map(({ label, to }) => ({
      key: `action${to}`,
      label,
      Icon: Zap,
      to,
    })),
  )

const pageSection = (text: string, user: User) => {
  const found = bestFits(text, pagesFor(user), ({ label, words }) => fitOf(text, label, words))
  return ready(
    'Pages',
    found
      .slice(0, text === '' ? found.length : MOST_PAGES)
      .map(({ label, area, to, Icon }) => ({ key: `page${to}`, label, detail: area, Icon, to })),
  )
}

/** What the palette needs of a query. */
interface Search<Row> {
  data?: { items: readonly Row[] } | undefined
  isError: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

const foundSection = <Row>(
  label: string,
  search: Search<Row>,
  toOption: (row: Row) => PaletteOption,
): PaletteSection => {
  if (search.isFetching || search.isPlaceholderData) return { label, state: 'loading', options: [] }
  if (search.isError) {
    const again: PaletteOption = {
      key: `again${label}`,
      label: `${label} could not be searched. Try again.`,
      Icon: RotateCw,
      act: () => void search.refetch(),
    }
    return { label, state: 'failed', options: [again] }
  }
  return ready(label, search.data?.items.slice(0, MOST_FOUND).map(toOption) ?? [])
}

const orderOption = ({ id, number, username, totalCents, status }: OrderRow): PaletteOption => ({
  key: `order${id}`,
  label: number,
  detail: `${username} · ${formatUsd(totalCents)} · ${ORDER_WORDS[status].word}`,
  Icon: Receipt,
  to: `/admin/orders?order=${number}`,
})

const userOption = ({ id, username, email, ban }: UserRow): PaletteOption => ({
  key: `user${id}`,
  label: username,
  detail: [email, ban && 'Banned'].filter(Boolean).join(' · '),
  Icon: CircleUserRound,
  to: `/admin/users?user=${id}`,
})

const modOption = ({ id, title, categoryName, status }: AdminModRow): PaletteOption => ({
  key: `mod${id}`,
  label: title,
  detail: status === 'published' ? categoryName : `${categoryName} · ${status === 'draft' ? 'Draft' : 'Archived'}`,
  Icon: Package,
  to: `/admin/products/edit/${id}`,
})

const ticketOption = ({ id, subject, customer, status }: QueueRow): PaletteOption => ({
  key: `ticket${id}`,
  label: subject || 'No subject',
  detail: `${ticketNumber(id)} · ${customer} · ${STATUS_WORDS[status].word}`,
  Icon: LifeBuoy,
  to: `/admin/tickets?ticket=${id}`,
})

const FOUND_LABELS = ['Orders', 'Users', 'Mods', 'Tickets']

/** The search results of each list. A list that fails does not hide the others. */
const useFoundSections = (text: string): PaletteSection[] => {
  const settled = useSettled(text)
  const isWanted = text.length >= FEWEST_LETTERS
  // An empty query sends nothing and aborts the requests for the previous text.
  const q = isWanted && settled === text ? text : ''
  const orders = useMatchingOrders(q)
  const users = useMatchingUsers(q)
  const mods = useMatchingMods({ q: q.slice(0, LONGEST.mods) })
  const tickets = useMatchingTickets(q.slice(0, LONGEST.tickets))
  if (!isWanted) return []
  if (q === '') return FOUND_LABELS.map((label) => ({ label, state: 'loading', options: [] }))
  return [
    foundSection('Orders', orders, orderOption),
    foundSection('Users', users, userOption),
    foundSection('Mods', mods, modOption),
    foundSection('Tickets', tickets, ticketOption),
  ]
}

/** Everything that matches the text. Without a text: recent pages, actions and all pages. */
export const usePaletteSections = (text: string, user: User, visits: readonly Visit[]): PaletteSection[] => {
  const found = useFoundSections(text)
  const sections =
    text === ''
      ? [recentSection(visits), actionSection(text), pageSection(text, user)]
      : [pageSection(text, user), actionSection(text)]
  return [...sections.filter(({ options }) => options.length > 0), ...found]
}
