import '@slipstream/contract/reviews-admin'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { AdminReview } from '@slipstream/contract/reviews-admin'
import { pretendStore, showAt } from '#testing/pretend-store.tsx'
import { AdminReviews } from './admin-reviews.tsx'

const LIST = 'GET /api/admin/reviews'
const DECIDE = 'POST /api/admin/reviews/decide'

const review = (id: number, values: Partial<AdminReview> = {}): AdminReview => ({
  id,
  author: `driver_${id}`,
  rating: 4,
  title: `Review ${id}`,
  body: 'It flies.',
  createdAt: '2026-01-02T03:04:05.000Z',
  editedAt: null,
  isVerified: true,
  isGiven: false,
  isRefunded: false,
  version: '2.1',
  gameVersion: '0.36',
  pictures: [],
  helpfulCount: 3,
  reply: null,
  isReplyOlder: false,
  modId: 7,
  modTitle: 'Sandfox',
  status: 'pending',
  rejectReason: null,
  isFeatured: false,
  revision: 2,
  signals: ['links'],
  reports: [],
  ...values,
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({
    [LIST]: ({ query }) => ({ items: query.status === 'rejected' ? [] : [review(1), review(2)], next: null }),
    'GET /api/admin/reviews/figures': () => ({
      pending: 2,
      reported: 0,
      byStars: [{ stars: 1, decided: 4, rejected: 1 }],
    }),
    [DECIDE]: () => ({ changed: [1] }),
  })
})

test('admins see reviews of every status with their signals and can filter by status', async () => {
  const user = userEvent.setup({ delay: null })
  const { here } = showAt('/admin/mods/reviews', <AdminReviews />)
  const first = within(await screen.findByRole('article', { name: 'Review 1' }))
  expect(first.getByText('It flies.')).toBeTruthy()
  expect(first.getByText('Pending')).toBeTruthy()
  expect(first.getByText('Contains a link')).toBeTruthy()
  expect(first.getByText('Written for version 2.1, game 0.36')).toBeTruthy()
  expect(first.getByRole('link', { name: 'Sandfox' }).getAttribute('href')).toBe('/mods/7#reviews')
  expect(await screen.findByText('25% of 4')).toBeTruthy()

  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Rejected')
  expect(await screen.findByText('No reviews match')).toBeTruthy()
  expect(here()).toBe('/admin/mods/reviews?status=rejected')
  await waitFor(() => expect(store.asked(LIST).at(-1)?.query).toEqual({ status: 'rejected', limit: '25' }))
})

test('without a match among the pending reviews an admin is not told that none waits', async () => {
  store.answers[LIST] = () => ({ items: [], next: null })
  const user = userEvent.setup({ delay: null })
  showAt('/admin/mods/pending-reviews', <AdminReviews only="pending" />)
  expect(await screen.findByText('Nothing is waiting for you')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Stars' }), '5 stars')
  expect(await screen.findByText('No reviews match')).toBeTruthy()
})

test('single-letter keys approve and reject reviews, and each decision names the revision that was read', async () => {
  const user = userEvent.setup({ delay: null })
  showAt('/admin/reviews/pending', <AdminReviews only="pending" />)
  await screen.findByRole('article', { name: 'Review 1' })
  await user.keyboard('j')
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Review 1' }))
  await user.keyboard('a')
  await waitFor(() =>
    expect(store.asked(DECIDE).at(-1)?.body).toEqual({ act: 'approve', reviews: [{ id: 1, revision: 2 }] }),
  )
  await user.keyboard('jr')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject this review?' }))
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(dialog.getByText('Choose the reason.')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: 'It is not about this mod.' }))
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() =>
    expect(store.asked(DECIDE).at(-1)?.body).toEqual({
      act: 'reject',
      reason: 'unrelated',
      reviews: [{ id: 2, revision: 2 }],
    }),
  )
})

test('single-letter keys can be switched off, and stay off in this browser', async () => {
  const user = userEvent.setup({ delay: null })
  showAt('/admin/reviews/pending', <AdminReviews only="pending" />)
  await user.click(await screen.findByRole('switch', { name: 'Single-letter keys' }))
  await user.keyboard('ja')
  expect(document.activeElement).not.toBe(screen.getByRole('article', { name: 'Review 1' }))
  expect(store.asked(DECIDE)).toEqual([])
  cleanup()
  showAt('/admin/reviews/pending', <AdminReviews only="pending" />)
  expect(await screen.findByRole('switch', { name: 'Single-letter keys', checked: false })).toBeTruthy()
  await user.click(screen.getByRole('switch', { name: 'Single-letter keys' }))
  await user.keyboard('j')
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Review 1' }))
})

test('selected reviews are approved together', async () => {
  const user = userEvent.setup({ delay: null })
  showAt('/admin/reviews', <AdminReviews />)
  for (const id of [1, 2]) {
    await user.click(await screen.findByRole('checkbox', { name: `Select Review ${id} by driver_${id}` }))
  }
  const bar = within(screen.getByRole('region', { name: 'Selected reviews' }))
  await user.click(bar.getByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(store.asked(DECIDE)[0]?.body).toEqual({
      act: 'approve',
      reviews: [
        { id: 1, revision: 2 },
        { id: 2, revision: 2 },
      ],
    }),
  )
})
