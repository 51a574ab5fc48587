import type { ApiCall } from '@slipstream/contract/addresses'
// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/locker'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { ERRORS } from '@slipstream/contract/errors'
import { calendarDay } from '#lib/dates.ts'
import { createQueryClient } from '#lib/query-client.ts'
import LockerPage from './locker-page.tsx'

const release = {
  id: 7,
  version: '2.3.0',
  releasedAt: '2026-11-01T10:00:00.000Z',
  changes: ['New springs.'],
  gameVersions: ['0.36'],
  sizeBytes: 418_000_000,
  sha256: 'ab'.repeat(32),
}
const senko = {
  modId: 2,
  title: 'Tsukiro Senko D-Spec',
  category: 'drift',
  categoryName: 'Drift',
  picture: null,
  isForSale: true,
  source: 'purchase',
  since: '2026-09-06T10:00:00.000Z',
  orderNumber: 'SL-2026-000123',
  refundUntil: null,
  release,
  downloadedVersion: '2.2.1',
  hasUpdate: true,
  freeUntil: '2026-12-14T10:00:00.000Z',
  isWindowOpen: true,
  premiumUntil: null,
  compatibility: 'confirmed',
  ownReport: null,
}
const brigand = {
  ...senko,
  modId: 3,
  title: 'Harlan Brigand 427',
  category: 'muscle',
  categoryName: 'Muscle',
  orderNumber: null,
  source: 'grant',
  downloadedVersion: '2.3.0',
  hasUpdate: false,
  isWindowOpen: false,
}

let answers: Partial<Record<ApiCall, (body: unknown) => Response>>
const refuse = (code: keyof typeof ERRORS) => () =>
  Response.json({ code, message: ERRORS[code][1], requestId: 'req-7' }, { status: ERRORS[code][0] })
const locker =
  (items: object[], renewals = 'one-click', premiumExpiresAt: string | null = null) =>
  () =>
    Response.json({ items, gameVersion: '0.36', premiumExpiresAt, renewals })

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  answers = { 'GET /api/locker': locker([senko, brigand]) }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const answer = answers[`${method} ${path}` as ApiCall]
    if (!answer) throw new Error(`${method} ${path} was not expected`)
    return answer(body && JSON.parse(body))
  })
})

const openLocker = () => {
  const page = (
    <LockerPage
      guide={(title, isDownloaded) => <p>{`${isDownloaded ? 'Next: install' : 'How to install'} ${title}`}</p>}
    />
  )
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: ['/mod-locker'] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
const rowOf = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title })
  return within(heading.closest('li')!)
}

test('a mod with an update shows both versions, the size and the end of the free download period', async () => {
  openLocker()
  const row = await rowOf(senko.title)
  expect(row.getByText('Update available')).toBeDefined()
  const facts = row.getByText('2.2.1 → 2.3.0 · 418 MB · Bought Sep 6, 2026')
  // A no-break space precedes each dot, so that no line begins with one.
  expect(facts.textContent).not.toContain(' ·')
  expect(row.getByText('Free re-download until Dec 14, 2026')).toBeDefined()
  expect(row.getByText('Works in game 0.36')).toBeDefined()
  expect(screen.getByText('2 mods · 1 update')).toBeDefined()
})

test('a locker with few mods has no search field', async () => {
  openLocker()
  await rowOf(senko.title)
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a download that is still being prepared says so and then starts automatically', async () => {
  const left = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign: left })
  const file = { fileName: 'senko.zip', version: '2.3.0', sizeBytes: 418_000_000, sha256: release.sha256 }
  let copy: object = { state: 'preparing', step: 'queue' }
  answers['POST /api/locker/2/download'] = () => Response.json(copy)
  openLocker()
  const row = await rowOf(senko.title)
  await userEvent.click(row.getByRole('button', { name: `Update ${senko.title}` }))
  expect(await row.findByText('Your copy is in the queue. The download starts automatically.')).toBeDefined()
  expect(row.getByRole('button', { name: `Preparing your copy of ${senko.title}` })).toBeDefined()
  copy = { state: 'preparing', step: 'copy' }
  expect(await row.findByText(/^Your copy is being written/)).toBeDefined()
  copy = { state: 'ready', url: 'https://files.example/senko.zip', ...file }
  expect(await row.findByText(/^senko\.zip is downloading/, undefined, { timeout: 5_000 })).toBeDefined()
  expect(left).toHaveBeenCalledWith('https://files.example/senko.zip')
  expect(row.getByText(`Next: install ${senko.title}`)).toBeDefined()
})

test('the locker can be filtered by updates, by category and by text', async () => {
  const others = [11, 12, 13, 14].map((modId) => ({
    ...brigand,
    modId,
    title: `Van ${modId}`,
    category: 'van',
    categoryName: 'Van',
  }))
  answers['GET /api/locker'] = locker([senko, brigand, ...others])
  openLocker()
  const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  await userEvent.click(await screen.findByRole('radio', { name: 'Updates 1' }))
  expect(titles()).toEqual([senko.title])
  await userEvent.click(screen.getByRole('radio', { name: 'Muscle' }))
  expect(titles()).toEqual([brigand.title])
  await userEvent.type(screen.getByRole('searchbox'), 'se')
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(titles()).toHaveLength(6)
})

test('[CALL-10] a failed download shows the reason beside its button', async () => {
  answers['POST /api/locker/2/download'] = refuse('storage.away')
  openLocker()
  const row = await rowOf(senko.title)
  await userEvent.click(row.getByRole('button', { name: `Update ${senko.title}` }))
  expect(await row.findByText(ERRORS['storage.away'][1])).toBeDefined()
})

test('[LEGAL-03] an expired download link is renewed with one click', async () => {
  answers['POST /api/locker/3/renew'] = () => Response.json({ ...brigand, isWindowOpen: true })
  openLocker()
  const row = await rowOf(brigand.title)
  await userEvent.click(row.getByRole('button', { name: `Renew link for ${brigand.title}` }))
  await waitFor(() => expect(row.queryByRole('button', { name: /^Renew link/ })).toBeNull())
})

test('[LEGAL-03] downloading a mod renews its expired link automatically', async () => {
  const left = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign: left })
  const calls: string[] = []
  answers['POST /api/locker/3/renew'] = () => {
    calls.push('renew')
    return Response.json({ ...brigand, isWindowOpen: true })
  }
  const file = { fileName: 'brigand.zip', version: '1.0.0', sizeBytes: 1, sha256: release.sha256 }
  answers['POST /api/locker/3/download'] = () => {
    calls.push('download')
    return Response.json({ state: 'ready', url: 'https://files.example/brigand.zip', ...file })
  }
  openLocker()
  const row = await rowOf(brigand.title)
  expect(row.getByText('Free to download again. That renews the link.')).toBeDefined()
  await userEvent.click(row.getByRole('button', { name: `Download ${brigand.title}` }))
  await waitFor(() => expect(left).toHaveBeenCalledWith('https://files.example/brigand.zip'))
  expect(calls).toEqual(['renew', 'download'])
})

test('if only support can renew a download, the locker links to support instead', async () => {
  answers['GET /api/locker'] = locker([brigand], 'ask-support')
  openLocker()
  const row = await rowOf(brigand.title)
  expect(row.queryByRole('button', { name: /^Renew link/ })).toBeNull()
  expect(row.getByRole('link', { name: `Ask support for ${brigand.title}` }).getAttribute('href')).toBe(
    `/tickets?new=mod&mod=${brigand.modId}`,
  )
  expect(row.getByText(/Ask support for a new link/)).toBeDefined()
})

test('an owner reports whether a mod works with the current game version', async () => {
  const said = vi.fn<(body: unknown) => Response>(() => Response.json({ ...senko, ownReport: 'broken' }))
  answers['POST /api/locker/2/report'] = said
  openLocker()
  const row = await rowOf(senko.title)
  await userEvent.click(row.getByRole('button', { name: `More actions for ${senko.title}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Does it work for you?' }))
  await userEvent.type(screen.getByRole('textbox'), 'The doors fall off.')
  await userEvent.click(screen.getByRole('button', { name: 'It is broken' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(said.mock.calls).toEqual([[{ report: 'broken', note: 'The doors fall off.' }]])
})

test('the menu of a purchased mod links to its invoice, that of a gift does not', async () => {
  openLocker()
  await userEvent.click((await rowOf(senko.title)).getByRole('button', { name: `More actions for ${senko.title}` }))
  const invoice = await screen.findByRole('menuitem', { name: 'Order and invoice' })
  expect(invoice.getAttribute('href')).toBe('/mod-locker?order=SL-2026-000123')
  await userEvent.keyboard('{Escape}')
  await userEvent.click((await rowOf(brigand.title)).getByRole('button', { name: `More actions for ${brigand.title}` }))
  expect(await screen.findByRole('menuitem', { name: 'How to install it' })).toBeDefined()
  expect(screen.queryByRole('menuitem', { name: 'Order and invoice' })).toBeNull()
})

test('an empty locker links to the mods, and a failed load can be retried', async () => {
  answers['GET /api/locker'] = refuse('server.failed')
  openLocker()
  const again = await screen.findByRole('button', { name: 'Try again' })
  answers['GET /api/locker'] = locker([])
  await userEvent.click(again)
  expect((await screen.findByRole('link', { name: 'Browse all mods' })).getAttribute('href')).toBe('/mods')
})

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()
const wayfarer = {
  ...senko,
  modId: 8,
  title: 'Merle Wayfarer',
  source: 'premium',
  since: null,
  orderNumber: null,
  freeUntil: null,
  hasUpdate: false,
}

test('[AUTH-09] included mods are listed separately from bought mods, with the end of Premium', async () => {
  const until = inDays(20)
  answers['GET /api/locker'] = locker([senko, { ...wayfarer, premiumUntil: until }], 'one-click', until)
  openLocker()
  const list = within(await screen.findByRole('list', { name: 'Included with your Premium' }))
  expect(list.getByText(`Included with your Premium until ${calendarDay(until)}`)).toBeDefined()
  expect(list.getByRole('button', { name: 'Download Merle Wayfarer' })).toBeDefined()
  expect(within(screen.getByRole('list', { name: 'Your mods' })).queryByText('Merle Wayfarer')).toBeNull()
})

test('[AUTH-09] a download that Premium no longer covers shows the reason and a link to renew Premium', async () => {
  const until = inDays(1)
  answers['GET /api/locker'] = locker([{ ...wayfarer, premiumUntil: until }], 'one-click', until)
  answers['POST /api/locker/8/download'] = refuse('locker.premium_over')
  openLocker()
  const row = await rowOf(wayfarer.title)
  await userEvent.click(row.getByRole('button', { name: 'Download Merle Wayfarer' }))
  expect(await row.findByText(ERRORS['locker.premium_over'][1])).toBeDefined()
  expect(row.getByRole('link', { name: 'Renew Premium' }).getAttribute('href')).toBe('/subscribe')
})

test.each([
  [-1, true],
  [-40, false],
  [1, false],
])('a locker whose Premium ends in %i days shows the notice that it has ended: %s', async (days, isTold) => {
  answers['GET /api/locker'] = locker([senko], 'one-click', inDays(days))
  openLocker()
  await rowOf(senko.title)
  expect(screen.queryByText(/^Your Premium ended on/) !== null).toBe(isTold)
  expect(screen.queryByRole('link', { name: 'Renew Premium' }) !== null).toBe(isTold)
})

test('a bought mod whose link has expired shows that Premium includes it', async () => {
  const until = inDays(3)
  answers['GET /api/locker'] = locker([{ ...senko, freeUntil: inDays(-1), premiumUntil: until }], 'one-click', until)
  openLocker()
  const row = await rowOf(senko.title)
  expect(row.getByText(`Included with your Premium until ${calendarDay(until)}`)).toBeDefined()
})
