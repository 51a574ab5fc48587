// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/locker'
import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import { pretendStore } from '#testing/pretend-store.tsx'
import LockerNews from './locker-news.tsx'
import { useDownload, useLocker } from './locker.queries.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const NEWS = 'GET /api/locker/news'
const item = {
  modId: 2,
  title: 'Tsukiro Senko D-Spec',
  category: 'drift',
  categoryName: 'Drift',
  picture: null,
  isForSale: true,
  source: 'grant',
  since: '2026-09-06T10:00:00.000Z',
  orderNumber: null,
  refundUntil: null,
  release: null,
  downloadedVersion: '2.2.1',
  hasUpdate: true,
  freeUntil: null,
  isWindowOpen: true,
  premiumUntil: null,
  compatibility: null,
  ownReport: null,
}

let updates: number
let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  updates = 1
  store = pretendStore({
    [NEWS]: () => ({ updates }),
    'GET /api/locker': () => ({ items: [item], gameVersion: null, premiumExpiresAt: null, renewals: 'one-click' }),
    'POST /api/locker/2/download': () => {
      updates = 0
      const file = { fileName: 'senko.zip', version: '2.3.0', sizeBytes: 1, sha256: 'ab' }
      return { state: 'ready', url: '#the-file', ...file }
    },
  })
})

/** Renders headers that share one query cache, as on the pages of the store. */
const openPages = () => {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return { wrapper, showNews: () => render(<LockerNews />, { wrapper }) }
}

test('downloading an update lowers the update count', async () => {
  const { wrapper, showNews } = openPages()
  showNews()
  await screen.findByText('(1 update)')
  const { result } = renderHook(() => useDownload(2), { wrapper })
  result.current.mutate()
  await waitFor(() => expect(screen.queryByText(/update/)).toBeNull())
  expect(store.asked(NEWS)).toHaveLength(2)
})

test('loading the locker corrects the update count in the header without another request for it', async () => {
  const { wrapper, showNews } = openPages()
  updates = 7
  showNews()
  await screen.findByText('(7 updates)')
  renderHook(useLocker, { wrapper })
  await screen.findByText('(1 update)')
  expect(store.asked(NEWS)).toHaveLength(1)
})

test('the update count is fetched once across pages and again after some minutes', async () => {
  const { showNews } = openPages()
  const first = showNews()
  await screen.findByText('(1 update)')
  first.unmount()
  showNews()
  await screen.findByText('(1 update)')
  window.dispatchEvent(new Event('focus'))
  expect(store.asked(NEWS)).toHaveLength(1)

  updates = 2
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 6 * 60_000)
  window.dispatchEvent(new Event('focus'))
  await screen.findByText('(2 updates)')
})
