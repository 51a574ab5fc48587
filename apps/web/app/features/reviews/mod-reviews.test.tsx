import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiAddress } from '@slipstream/contract/addresses'
import { REVIEW_REASON_WORDS } from '@slipstream/contract/review-terms'
import type { Review } from '@slipstream/contract/reviews'
// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/reviews'
import '@slipstream/contract/reviews-own'
import { createQueryClient } from '#lib/query-client.ts'
import { ModReviews } from './mod-reviews.tsx'

const ADDRESS = '/api/mods/2/reviews'
const answers: Partial<Record<ApiAddress, () => Response>> = {}

const review = (id: number, values: Partial<Review> = {}): Review => ({
  id,
  author: `driver_${id}`,
  rating: 5,
  title: `Review ${id}`,
  body: 'Drives well.',
  createdAt: '2026-11-04T23:30:00.000Z',
  isVerified: false,
  editedAt: null,
  isGiven: false,
  isRefunded: false,
  version: null,
  gameVersion: null,
  pictures: [],
  isReplyOlder: false,
  helpfulCount: 0,
  reply: null,
  ...values,
})
const page = (items: Review[], next: string | null = null) => Response.json({ items, next })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (url: ApiAddress) => answers[url]!())
})

type Facts = Parameters<typeof ModReviews>[0]
const show = (facts: Partial<Facts> = {}) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ModReviews id={2} rating={4.8} ratingCount={486} histogram={[1, 0, 15, 53, 417]} isSignedIn={false} {...facts} />
    </QueryClientProvider>,
  )
const titles = () => screen.getAllByRole('article').map((each) => within(each).getByRole('heading').textContent)

test('the review summary shows the average and the number of reviews per star', () => {
  answers[ADDRESS] = () => page([])
  show()
  expect(screen.getByText('486 reviews')).toBeDefined()
  const [histogram] = screen.getAllByRole('list')
  expect(
    within(histogram!)
      .getAllByRole('listitem')
      .map((each) => each.textContent),
  ).toEqual([
    '5 stars:86%417 reviews',
    '4 stars:11%53 reviews',
    '3 stars:3%15 reviews',
    '2 stars:0%0 reviews',
    '1 star:<1%1 review',
  ])
})

test('a review shows its author, date, verified badge and the creator’s reply', async () => {
  answers[ADDRESS] = () =>
    page([review(1, { isVerified: true, helpfulCount: 12, reply: 'Fixed in 2.3.' }), review(2, { rating: 3 })])
  show()
  const first = within(await screen.findByRole('article', { name: 'Review 1' }))
  expect(first.getByText('driver_1')).toBeDefined()
  expect(first.getByText('Nov 4, 2026')).toBeDefined()
  expect(first.getByText('Verified buyer')).toBeDefined()
  expect(first.getByText('12 people found this helpful')).toBeDefined()
  expect(first.getByText('Fixed in 2.3.')).toBeDefined()

  const second = within(screen.getByRole('article', { name: 'Review 2' }))
  expect(second.getByText('3 of 5 stars')).toBeDefined()
  expect(second.queryByText('Verified buyer')).toBeNull()
  expect(second.queryByText('Creator’s reply')).toBeNull()
})

test('reviews can be sorted by lowest rating', async () => {
  answers[ADDRESS] = () => page([review(1)], 'k1')
  answers[`${ADDRESS}?sort=lowest`] = () => page([review(9, { rating: 1 })], 'k2')
  show()
  await screen.findByText('Review 1')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Lowest')
  await screen.findByText('Review 9')
  expect(titles()).toEqual(['Review 9'])
})

test('loading more reviews continues after the last one and moves the focus there', async () => {
  answers[ADDRESS] = () => page([review(1), review(2)], 'key-2')
  answers[`${ADDRESS}?after=key-2`] = () => page([review(3), review(4)])
  show()
  await screen.findByText('Review 2')
  await userEvent.click(screen.getByRole('button', { name: 'Load 6 more' }))
  await screen.findByText('Review 4')
  expect(titles()).toEqual(['Review 1', 'Review 2', 'Review 3', 'Review 4'])
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Review 3' }))
  expect(screen.queryByRole('button', { name: /^Load/ })).toBeNull()
})

test('a failed page of reviews keeps the list and can be retried', async () => {
  answers[ADDRESS] = () => page([review(1)], 'key-1')
  answers[`${ADDRESS}?after=key-1`] = () => new Response('', { status: 503 })
  show()
  await screen.findByText('Review 1')
  await userEvent.click(screen.getByRole('button', { name: /^Load/ }))
  expect(await screen.findByText('The reviews could not be loaded.')).toBeDefined()
  expect(titles()).toEqual(['Review 1'])
  answers[`${ADDRESS}?after=key-1`] = () => page([review(2)])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Review 2')
  expect(titles()).toEqual(['Review 1', 'Review 2'])
})

test('a mod without reviews says so', async () => {
  answers[ADDRESS] = () => page([])
  show({ rating: null, ratingCount: 0, histogram: [0, 0, 0, 0, 0] })
  expect(await screen.findByText('No reviews yet')).toBeDefined()
})

test('reviews can be filtered by pictures and show the kind of copy and the version they were written for', async () => {
  answers[ADDRESS] = () => page([review(1, { isGiven: true }), review(2, { isRefunded: true })])
  const picture = { id: 4, src: 'https://cdn.example/reviews/4.webp', width: 1600, height: 900 }
  const shown = review(3, {
    pictures: [picture],
    version: '2.1',
    gameVersion: '0.36',
    editedAt: '2026-11-05T10:00:00.000Z',
  })
  answers[`${ADDRESS}?show=pictures`] = () => page([shown])
  show()
  expect(await screen.findByText('Got it for free, not counted')).toBeDefined()
  expect(screen.getByText('Refunded, not counted')).toBeDefined()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'With pictures')
  const third = within(await screen.findByRole('article', { name: 'Review 3' }))
  expect(third.getByText('Written for version 2.1, game 0.36')).toBeDefined()
  expect(third.getByText(/^Edited/)).toBeDefined()
  expect(third.getByRole('link', { name: /^Screenshot 1 by driver_3/ }).getAttribute('href')).toBe(picture.src)
})

test('the review rules list every reason for rejecting a review', () => {
  answers[ADDRESS] = () => page([])
  show()
  const rules = screen.getByText('How reviews work here').closest('details')
  for (const words of Object.values(REVIEW_REASON_WORDS)) expect(rules?.textContent).toContain(words)
})

test('a signed-in reader can mark a review as helpful, and an owner is invited to write one', async () => {
  const calls: string[] = []
  answers[ADDRESS] = () => page([review(1, { helpfulCount: 2 })])
  answers[`${ADDRESS}/mine`] = () =>
    Response.json({ modTitle: 'Sandfox', isOwner: true, review: null, votedIds: [], reportedIds: [] })
  answers['/api/reviews/1/vote'] = () => {
    calls.push('vote')
    return Response.json({ success: true, message: '' })
  }
  show({ isSignedIn: true })
  const write = await screen.findByRole('link', { name: 'Write a review' })
  expect(write.getAttribute('href')).toBe('/mod-locker?review=2')
  await userEvent.click(screen.getByRole('button', { name: 'Helpful: Review 1' }))
  expect(await screen.findByText('3 people found this helpful')).toBeDefined()
  expect(calls).toEqual(['vote'])
})
