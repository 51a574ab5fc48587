import type { ApiCall } from '@slipstream/contract/addresses'
// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/wishlist'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ERRORS } from '@slipstream/contract/errors'
import { takeIntents } from '#lib/intents.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { Toaster } from '#ui/toaster.tsx'
import { toasts } from '#ui/toast-store.ts'
import { WishlistButton } from './wishlist-button.tsx'
import Wishlist from './wishlist.tsx'

/** In wire format. */
const card = (id: number, title: string) => ({
  id,
  title,
  description: '',
  category: 'rally',
  categoryName: 'Rally',
  price: 12.5,
  discountPrice: null,
  saleEndsAt: null,
  previewImageUrl: null,
  picture: null,
  engine: null,
  powerKw: null,
  drivetrain: null,
  rating: null,
  ratingCount: 0,
  includedWithPremium: false,
  publishedAt: '2026-03-01T10:00:00.000Z',
  version: null,
  releasedAt: null,
})
const kestrel = card(4, 'Kestrel R4 Rally')
const sandfox = card(10, 'Dustline Sandfox')

/** The wishlist on the server, the requests it received, and its errors. */
let listed: ReturnType<typeof card>[] = []
let asked: string[] = []
let refusals: Partial<Record<ApiCall, () => Response | Promise<Response>>> = {}

const refuse = (code: keyof typeof ERRORS) => () =>
  Response.json({ code, message: ERRORS[code][1], requestId: 'req-7' }, { status: ERRORS[code][0] })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  listed = []
  asked = []
  refusals = {}
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    const call = `${method} ${path}`
    asked.push(call)
    const refusal = refusals[call as ApiCall]
    if (refusal) return refusal()
    if (method === 'GET') return Response.json(listed)
    if (method === 'POST') {
      const { modId } = JSON.parse(body ?? '') as { modId: number }
      listed = [...[kestrel, sandfox].filter(({ id }) => id === modId), ...listed]
    } else {
      listed = listed.filter(({ id }) => path !== `/api/wishlist/${id}`)
    }
    return Response.json({ success: true })
  })
})
afterEach(() => {
  toasts.set([])
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const pageWith = (element: React.ReactNode, address = '/mods?category=rally') => (
  <QueryClientProvider client={createQueryClient()}>
    <RouterProvider router={createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })} />
    <Toaster />
  </QueryClientProvider>
)
const heart = () => screen.findByRole('button', { name: 'Save Kestrel R4 Rally to your wishlist' })
const isPressed = async () => (await heart()).getAttribute('aria-pressed') === 'true'

test('the heart sends a signed-out visitor to sign in, and sends no wishlist request', async () => {
  render(pageWith(<WishlistButton mod={kestrel} isSignedIn={false} />))
  const link = screen.getByRole('link', { name: 'Log in to save Kestrel R4 Rally to your wishlist' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Fmods%3Fcategory%3Drally')
  expect(takeIntents()).toEqual([])
  await userEvent.click(link)
  await waitFor(() => expect(takeIntents()).toMatchObject([{ kind: 'wishlist', modId: 4 }]))
  expect(asked).toEqual([])
})

test('the server renders the heart of a signed-out visitor', () => {
  expect(renderToString(pageWith(<WishlistButton mod={kestrel} isSignedIn={false} />))).toContain('Log in to save')
})

test('the heart is on for a mod on the wishlist', async () => {
  listed = [kestrel]
  render(pageWith(<WishlistButton mod={kestrel} isSignedIn />))
  await waitFor(async () => expect(await isPressed()).toBe(true))
})

test('pressing the heart turns it on immediately, and it stays on', async () => {
  let answer: (response: Response) => void = () => {}
  refusals = { 'POST /api/wishlist': () => new Promise((resolve) => (answer = resolve)) }
  render(pageWith(<WishlistButton mod={kestrel} isSignedIn />))
  await waitFor(() => expect(asked).toEqual(['GET /api/wishlist']))
  await userEvent.click(await heart())
  await waitFor(async () => expect(await isPressed()).toBe(true))
  await waitFor(() => expect(asked.at(-1)).toBe('POST /api/wishlist'))

  listed = [kestrel]
  answer(Response.json({ success: true }))
  await waitFor(() => expect(asked).toEqual(['GET /api/wishlist', 'POST /api/wishlist', 'GET /api/wishlist']))
  expect(await isPressed()).toBe(true)
})

test('a heart that fails to save turns off again and says why', async () => {
  refusals = { 'POST /api/wishlist': refuse('wishlist.full') }
  render(pageWith(<WishlistButton mod={kestrel} isSignedIn />))
  await userEvent.click(await heart())
  expect((await screen.findAllByText(ERRORS['wishlist.full'][1])).length).toBeGreaterThan(0)
  expect(screen.getAllByText('Your wishlist was not changed').length).toBeGreaterThan(0)
  await waitFor(async () => expect(await isPressed()).toBe(false))
})

test('removing a mod that was already removed elsewhere shows no error', async () => {
  listed = [kestrel]
  render(pageWith(<WishlistButton mod={kestrel} isSignedIn />))
  await waitFor(async () => expect(await isPressed()).toBe(true))
  listed = []
  refusals = { 'DELETE /api/wishlist/4': refuse('mod.not_found') }
  await userEvent.click(await heart())
  await waitFor(() => expect(asked.filter((call) => call === 'GET /api/wishlist')).toHaveLength(2))
  await waitFor(async () => expect(await isPressed()).toBe(false))
  expect(screen.queryByText('Your wishlist was not changed')).toBeNull()
})

test('an empty wishlist links to the mods', async () => {
  render(pageWith(<Wishlist />))
  expect((await screen.findByRole('link', { name: 'Browse all mods' })).getAttribute('href')).toBe('/mods')
})

test('a wishlist that fails to load can be retried', async () => {
  refusals = { 'GET /api/wishlist': refuse('server.busy') }
  render(pageWith(<Wishlist />))
  const again = await screen.findByRole('button', { name: 'Try again' })
  refusals = {}
  listed = [kestrel]
  await userEvent.click(again)
  expect((await screen.findByRole('link', { name: 'Kestrel R4 Rally' })).getAttribute('href')).toBe('/mods/4')
  expect(screen.getByText('$12.50')).toBeTruthy()
})

test('a mod removed from the wishlist can be restored with Undo', async () => {
  listed = [kestrel, sandfox]
  render(pageWith(<Wishlist />))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Kestrel R4 Rally from your wishlist' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Kestrel R4 Rally' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Wishlist' }))
  await waitFor(() => expect(listed).toEqual([sandfox]))

  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('link', { name: 'Kestrel R4 Rally' })).toBeTruthy()
  await waitFor(() => expect(listed).toEqual([kestrel, sandfox]))
})

test('a late response from before the click does not turn the heart off', async () => {
  const slow = Promise.withResolvers<Response>()
  refusals['GET /api/wishlist'] = () => slow.promise
  render(pageWith(<WishlistButton mod={kestrel} isSignedIn />))
  await waitFor(() => expect(asked).toEqual(['GET /api/wishlist']))

  delete refusals['GET /api/wishlist']
  await userEvent.click(await heart())
  await waitFor(() => expect(asked).toEqual(['GET /api/wishlist', 'POST /api/wishlist', 'GET /api/wishlist']))
  slow.resolve(Response.json([]))
  await waitFor(async () => expect(await isPressed()).toBe(true))
})
