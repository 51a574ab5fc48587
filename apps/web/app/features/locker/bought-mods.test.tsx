// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/locker'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import BoughtMods from './bought-mods.tsx'

const item = (modId: number, title: string, orderNumber: string) => ({
  modId,
  title,
  category: 'drift',
  categoryName: 'Drift',
  picture: null,
  isForSale: true,
  source: 'purchase',
  since: '2026-11-06T10:00:00.000Z',
  orderNumber,
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
  downloadedVersion: null,
  hasUpdate: false,
  freeUntil: null,
  isWindowOpen: true,
  premiumUntil: null,
  compatibility: null,
  ownReport: null,
})
const items = [item(2, 'Tsukiro Senko D-Spec', 'SL-2026-000123'), item(3, 'Harlan Brigand 427', 'SL-2026-000100')]
const file = { fileName: 'senko.zip', version: '2.3.0', sizeBytes: 418_000_000, sha256: 'ab'.repeat(32) }
const left = vi.fn()

test('the order confirmation offers downloads for exactly the mods of that order', async () => {
  vi.stubGlobal('location', { ...window.location, assign: left })
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/locker'
      ? Response.json({ items, gameVersion: '0.36', premiumExpiresAt: null, renewals: 'one-click' })
      : Response.json({ state: 'ready', url: `https://files.example${path}`, ...file }),
  )
  const page = <BoughtMods orderNumber="SL-2026-000123" />
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('2.3.0 · 418 MB')).toBeDefined()
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Tsukiro Senko D-Spec'])
  await userEvent.click(screen.getByRole('button', { name: 'Download Tsukiro Senko D-Spec' }))
  expect(await screen.findByText(/^senko\.zip is downloading/)).toBeDefined()
  expect(left).toHaveBeenCalledWith('https://files.example/api/locker/2/download')
})
