import '@slipstream/contract/reviews-admin'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { AdminReview } from '@slipstream/contract/reviews-admin'
import { pretendStore, showAt } from '#testing/pretend-store.tsx'
import { AdminReviews } from './admin-reviews.tsx'

const LIST = 'GET /api/admin/reviews'

const review: AdminReview = {
  id: 1,
  author: 'dune_rider',
  rating: 4,
  title: 'Light',
  body: 'It flies.',
  createdAt: '2026-01-02T03:04:05.000Z',
  isVerified: true,
  helpfulCount: 3,
  reply: null,
  modId: 7,
  modTitle: 'Sandfox',
  status: 'pending',
  isFeatured: false,
}

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [LIST]: ({ query }) => ({ items: query.status === 'rejected' ? [] : [review], next: null }) })
})

test('admins see reviews of every status and can filter by one', async () => {
  const user = userEvent.setup({ delay: null })
  const { here } = showAt('/admin/mods/reviews', <AdminReviews />)
  const row = (await screen.findByRole('rowheader')).closest('tr')
  expect(row?.textContent).toContain('It flies.')
  expect(row?.textContent).toContain('Pending')
  expect(row?.textContent).toContain('4 of 5 stars')
  expect(screen.getByRole('link', { name: 'Sandfox' }).getAttribute('href')).toBe('/admin/products/edit/7')

  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Rejected')
  expect(await screen.findByText('No reviews match this status')).toBeTruthy()
  expect(here()).toBe('/admin/mods/reviews?status=rejected')
  await waitFor(() => expect(store.asked(LIST).at(-1)?.query).toEqual({ status: 'rejected', limit: '25' }))
})
