import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readVisits, visitOf } from './admin-visits.ts'

test.each([
  ['/admin', { to: '/admin', label: 'Dashboard', kind: 'page' }],
  ['/admin?days=7', { to: '/admin', label: 'Dashboard', kind: 'page' }],
  ['/admin/orders?tab=coupons', { to: '/admin/orders?tab=coupons', label: 'Coupons', kind: 'page' }],
  ['/admin/orders?status=paid', { to: '/admin/orders', label: 'Orders', kind: 'page' }],
  [
    '/admin/order-management?q=mara&order=SL-2026-000123',
    { to: '/admin/orders?order=SL-2026-000123', label: 'SL-2026-000123', kind: 'order' },
  ],
  ['/admin/users/banned?user=7', { to: '/admin/users?user=7', label: 'User #7', kind: 'user' }],
  ['/admin/products/edit/12', { to: '/admin/products/edit/12', label: 'Mod #12', kind: 'mod' }],
  ['/admin/support/tickets?ticket=3&q=x', { to: '/admin/tickets?ticket=3', label: 'T-3', kind: 'ticket' }],
  ['/admin/nope', null],
  ['javascript:alert(1)', null],
])('the address %s is remembered as %j', (address, visit) => {
  expect(visitOf(address)).toEqual(visit)
})

test('a visit to a record is labeled with the name that its page has loaded', () => {
  const queries = new QueryClient()
  queries.setQueryData(['/api/admin/users/7'], { username: 'mara.k' })
  queries.setQueryData(['/api/admin/mods/12'], { form: { title: 'Kestrel R4 Rally' } })
  queries.setQueryData(['/api/admin/tickets/3'], { subject: '' })
  expect(visitOf('/admin/users?user=7', queries)?.label).toBe('mara.k')
  expect(visitOf('/admin/products/edit/12', queries)?.label).toBe('Kestrel R4 Rally')
  expect(visitOf('/admin/tickets?ticket=3', queries)?.label).toBe('T-3')
})

test.each([
  ['of another account', JSON.stringify({ by: 8, visits: [{ to: '/admin', label: 'Dashboard' }] })],
  ['that are damaged', '{"by":7,"visits":3}'],
  ['that are no JSON', 'nonsense'],
  ['that lead nowhere', JSON.stringify({ by: 7, visits: [{ to: 'https://other.example', label: 'x' }, {}] })],
])('visits %s are not shown', (_, stored) => {
  sessionStorage.setItem('admin_visits', stored)
  expect(readVisits(7)).toEqual([])
})
