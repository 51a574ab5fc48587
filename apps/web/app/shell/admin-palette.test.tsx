// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/mod-list-admin'
import '@slipstream/contract/orders-admin'
import '@slipstream/contract/tickets-admin'
import '@slipstream/contract/users-admin'
import './admin-palette-results.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { admin, open, refuse, stand } from '#testing/stand.tsx'
import { TooltipProvider } from '#ui/tooltip.tsx'
import { AdminPalette } from './admin-palette.tsx'
import { SearchButton, useAdminSearch } from './admin-search.tsx'

vi.setConfig({ testTimeout: 30_000 })

const order = {
  id: 5,
  number: 'SL-2026-000123',
  status: 'paid',
  userId: 7,
  username: 'mara.k',
  email: 'mara@example.com',
  titles: ['Kestrel R4 Rally'],
  totalCents: 1_699,
  refundedCents: 0,
  couponCode: null,
  hasOpenRequest: false,
  createdAt: '2026-03-14T10:00:00.000Z',
  paidAt: '2026-03-14T10:00:00.000Z',
}
const none = () => Response.json({ items: [], next: null })

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.scrollTo = () => undefined
})

/** Sets what the lists answer for one text. */
const answer = (text: string, lists: Partial<Record<'orders' | 'users' | 'mods' | 'tickets', () => Response>>) => {
  const q = encodeURIComponent(text)
  stand.answers[`GET /api/admin/orders?q=${q}&limit=5`] = lists.orders ?? none
  stand.answers[`GET /api/admin/users?q=${q}&limit=5`] = lists.users ?? none
  stand.answers[`GET /api/admin/mods?q=${q}&limit=6`] =
    lists.mods ?? (() => Response.json({ items: [], next: null, total: { count: 0, orMore: false } }))
  stand.answers[`GET /api/admin/tickets?q=${q}&limit=5`] = lists.tickets ?? none
}

const Page = () => {
  const search = useAdminSearch()
  return (
    <TooltipProvider>
      <SearchButton isCollapsed={false} onOpen={search.open} />
      <input aria-label="A field of the page" />
      <AdminPalette user={admin} isOpen={search.isOpen} onClose={search.close} />
    </TooltipProvider>
  )
}
const enter = (address = '/admin') => open(<Page />, address)
// Queries by role are slow in a list of this size.
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
const openPalette = async () => {
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await waitFor(() => expect(document.querySelector('[role=listbox] [role=option]')).not.toBeNull())
}
const field = () => screen.getByLabelText<HTMLInputElement>('Search the admin area', { selector: 'input' })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = (key: string, more = {}) => fireEvent.keyDown(field(), { key, ...more })
const chosen = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent
const said = () => screen.getByText(/results?\.|Searching/, { selector: '[role=status]' }).textContent
const searches = () => stand.routes().filter((route) => route.includes('q='))

test('Ctrl-K opens the palette with the focus in its field, and Escape returns the focus', async () => {
  enter()
  const before = screen.getByLabelText('A field of the page')
  before.focus()
  await openPalette()
  expect(document.activeElement).toBe(field())
  expect(field().getAttribute('role')).toBe('combobox')
  expect(document.getElementById(field().getAttribute('aria-controls') ?? '')?.getAttribute('role')).toBe('listbox')
  press('Escape')
  await waitFor(() => expect(dialog()).toBeNull())
  expect(document.activeElement).toBe(before)
})

test('the button above the menu opens the palette, and Ctrl-K closes it', async () => {
  enter()
  fireEvent.click(screen.getByText('Search or jump to'))
  expect(dialog()).not.toBeNull()
  fireEvent.keyDown(field(), { key: 'k', ctrlKey: true })
  await waitFor(() => expect(dialog()).toBeNull())
})

test('arrows, Home and End move through the options, and Enter opens the chosen page', async () => {
  const { where } = enter()
  await openPalette()
  type('coupon')
  expect(chosen()).toContain('Coupons')
  press('ArrowDown')
  expect(chosen()).toContain('New coupon')
  press('ArrowDown')
  expect(chosen()).toContain('Coupons')
  press('ArrowUp')
  expect(chosen()).toContain('New coupon')
  press('Home')
  expect(chosen()).toContain('Coupons')
  press('End')
  expect(chosen()).toContain('New coupon')
  press('Home')
  press('Enter')
  await waitFor(() => expect(where()).toBe('/admin/orders?tab=coupons'))
})

test('Ctrl-Enter opens a new tab and leaves the palette open', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { where } = enter()
  await openPalette()
  type('webhooks')
  press('Enter', { ctrlKey: true })
  expect(opened.mock.calls[0]?.[0]).toMatch(/\/admin\/payments\/webhooks$/)
  expect(where()).toBe('/admin')
  expect(dialog()).not.toBeNull()
})

test('one letter searches only pages, and longer text also searches orders and other lists after a typing pause', async () => {
  answer('sl-2026-000123', { orders: () => Response.json({ items: [order], next: null }) })
  const { where } = enter()
  await openPalette()
  type('s')
  expect(said()).toMatch(/\d+ results/)
  type('sl-2026')
  type('sl-2026-000123')
  expect(said()).toBe('Searching')
  const found = await screen.findByText('SL-2026-000123')
  expect(found.closest('[role=option]')?.textContent).toContain('mara.k · $16.99 · Paid')
  expect(said()).toBe('1 result.')
  expect(searches()).toHaveLength(4)
  press('Enter')
  await waitFor(() => expect(where()).toBe('/admin/orders?order=SL-2026-000123'))
})

test('pressing Enter before the results arrive opens the first result once they do', async () => {
  answer('000123', { orders: () => Response.json({ items: [order], next: null }) })
  const { where } = enter()
  await openPalette()
  type('000123')
  press('Enter')
  await waitFor(() => expect(where()).toBe('/admin/orders?order=SL-2026-000123'))
})

test('a failed search of one list says so, can be retried and does not hide the others', async () => {
  answer('000123', {
    orders: () => Response.json({ items: [order], next: null }),
    users: () => refuse('server.failed'),
  })
  enter()
  await openPalette()
  type('000123')
  await screen.findByText('SL-2026-000123')
  const again = await screen.findByText('Users could not be searched. Try again.')
  await waitFor(() => expect(said()).toBe('1 result. Users could not be searched.'))
  stand.answers['GET /api/admin/users?q=000123&limit=5'] = none
  fireEvent.click(again)
  await waitFor(() => expect(said()).toBe('1 result.'))
  expect(screen.queryByText(/could not be searched/)).toBeNull()
})

test('changing the search text aborts the running search', async () => {
  answer('abcd', {})
  answer('abcde', {})
  stand.answers['GET /api/admin/orders?q=abcd&limit=5'] = () => new Promise<Response>(() => undefined)
  enter()
  await openPalette()
  type('abcd')
  await waitFor(() => expect(stand.asked('GET /api/admin/orders?q=abcd&limit=5')).toHaveLength(1))
  type('abcde')
  await waitFor(() => expect(stand.asked('GET /api/admin/orders?q=abcd&limit=5')[0]?.signal?.aborted).toBe(true))
  await waitFor(() => expect(said()).toBe('No results.'))
  expect(screen.getByText('Nothing matches “abcde”.')).toBeTruthy()
})

test('an empty search lists the recently opened pages, but not the current one', async () => {
  const visits = [
    { to: '/admin', label: 'Dashboard' },
    { to: '/admin/users?user=9', label: 'bertil' },
    { to: '/admin/settings/seo', label: 'SEO' },
  ]
  sessionStorage.setItem('admin_visits', JSON.stringify({ by: admin.id, visits }))
  enter()
  await openPalette()
  const palette = within(dialog()!)
  const recent = palette.getAllByText('Recent')[0]?.closest('[role=group]')
  expect([...(recent?.querySelectorAll('[role=option]') ?? [])].map((each) => each.textContent)).toEqual([
    'bertil',
    'SEO',
  ])
  expect(palette.queryByText('Developer Panel')).toBeNull()
  expect(searches()).toEqual([])
})
