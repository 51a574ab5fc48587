import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import { FeaturedReviews } from './featured-reviews.tsx'

const review = (id: number, isVerified = true) => ({
  id,
  author: `driver_${id}`,
  rating: 4,
  title: `Title ${id}`,
  body: 'It drives well.',
  createdAt: '2026-10-01T10:00:00.000Z',
  isVerified,
  editedAt: null,
  isGiven: false,
  isRefunded: false,
  version: null,
  gameVersion: null,
  pictures: [],
  isReplyOlder: false,
  helpfulCount: 3,
  reply: null,
  modId: 7,
  modTitle: 'Harlan Brigand 427',
})

const show = (reviews: unknown[]) => {
  const fetch = vi.fn(async () => Response.json(reviews))
  vi.stubGlobal('fetch', fetch)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <FeaturedReviews />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return fetch
}

test('the home page shows three featured reviews with stars, author and mod', async () => {
  show([review(1), review(2, false), review(3), review(4)])
  const section = await screen.findByRole('region', { name: 'What drivers say' })
  const [first, second, ...others] = within(section).getAllByRole('figure')
  expect(others).toHaveLength(1)
  expect(within(first!).getByText('4 of 5 stars')).toBeDefined()
  expect(within(first!).getByText('driver_1')).toBeDefined()
  expect(within(first!).getByText('Verified buyer')).toBeDefined()
  expect(within(second!).queryByText('Verified buyer')).toBeNull()
  const link = within(first!).getByRole('link', { name: 'Harlan Brigand 427' })
  expect(link.getAttribute('href')).toBe('/mods/7#reviews')
})

test('without featured reviews the home page hides their section', async () => {
  const asked = show([])
  await waitFor(() => expect(asked).toHaveBeenCalled())
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})
