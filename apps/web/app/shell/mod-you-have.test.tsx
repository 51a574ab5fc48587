// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/locker'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { cents } from '@slipstream/contract/money'
import { exampleMod } from '#features/catalogue/details/testing/example-mod.ts'
import { createQueryClient } from '#lib/query-client.ts'
import ModYouHave from './mod-you-have.tsx'

afterEach(() => void vi.unstubAllGlobals())

const mod = exampleMod({ id: 4, title: 'Kestrel R4 Rally', price: cents(1_699) })

/** In wire format. */
const item = {
  modId: 4,
  title: mod.title,
  category: 'rally',
  categoryName: 'Rally',
  picture: null,
  isForSale: true,
  source: 'purchase',
  since: '2026-11-06T10:00:00.000Z',
  orderNumber: 'SL-2026-000123',
  refundUntil: null,
  release: {
    id: 7,
    version: '2.3.0',
    releasedAt: '2026-11-01T10:00:00.000Z',
    changes: [],
    gameVersions: ['0.36'],
    sizeBytes: 418_000_000,
    sha256: 'ab'.repeat(32),
  },
  downloadedVersion: '2.3.0' as string | null,
  hasUpdate: false,
  freeUntil: null,
  isWindowOpen: true,
  premiumUntil: null,
  compatibility: null,
  ownReport: null,
}
const left = vi.fn()

const show = (values: Partial<typeof item>, props: { isIncluded?: boolean; isBar?: boolean } = {}) => {
  vi.stubGlobal('location', { ...window.location, assign: left })
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/locker'
      ? Response.json({
          items: [{ ...item, ...values }],
          gameVersion: '0.36',
          premiumExpiresAt: null,
          renewals: 'one-click',
        })
      : Response.json({
          state: 'ready',
          url: `https://files.example${path}`,
          fileName: 'kestrel.zip',
          version: '2.3.0',
          sizeBytes: 418_000_000,
          sha256: 'ab'.repeat(32),
        }),
  )
  const element = <ModYouHave mod={mod} isIncluded={false} {...props} />
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </QueryClientProvider>,
  )
}

test.each([
  [{ downloadedVersion: null }, 'Version 2.3.0 is ready to download.', 'Download'],
  [{ downloadedVersion: '2.2.0', hasUpdate: true }, 'You have version 2.2.0. Version 2.3.0 is available.', 'Update'],
  [{}, 'You have version 2.3.0, the newest.', 'Download'],
])('an owner with %j reads "%s" and downloads the mod with one click', async (values, words, word) => {
  show(values)
  expect(screen.getByText('You own this')).toBeDefined()
  expect(await screen.findByText(words)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open locker' }).getAttribute('href')).toBe('/mod-locker')
  expect(screen.queryByText(/\$/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: `${word} Kestrel R4 Rally` }))
  expect(await screen.findByText(/^kestrel\.zip is downloading/)).toBeDefined()
  expect(left).toHaveBeenLastCalledWith('https://files.example/api/locker/4/download')
})

test('a member reads that Premium includes the mod and can download it or buy it to keep', async () => {
  show({ source: 'premium' }, { isIncluded: true })
  expect(screen.getByText('Included with your Premium')).toBeDefined()
  expect(screen.queryByText('You own this')).toBeNull()
  expect(await screen.findByRole('button', { name: 'Download Kestrel R4 Rally' })).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Buy to keep for $16.99: Kestrel R4 Rally' })).toBeDefined()
})

test.each([{ isBar: false }, { isBar: true }])(
  'an owner whose download window is over gets a link to the locker and no button (%j)',
  async (props) => {
    show({ isWindowOpen: false }, props)
    expect(await screen.findByText('You have version 2.3.0, the newest.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Open locker' })).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  },
)
