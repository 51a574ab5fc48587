import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import { pretendStore } from '#testing/pretend-store.tsx'
import { useDownload } from './locker.queries.ts'

const DOWNLOAD = 'POST /api/locker/2/download'
const READY = { state: 'ready', url: '#the-file', fileName: 'senko.zip', version: '1', sizeBytes: 1, sha256: 'ab' }

let answer: object
let store: ReturnType<typeof pretendStore>
const assign = vi.fn()
beforeEach(() => {
  answer = { state: 'preparing', step: 'copy' }
  store = pretendStore({ [DOWNLOAD]: () => answer })
  vi.stubGlobal('location', { ...window.location, assign })
})
afterEach(() => {
  sessionStorage.clear()
  assign.mockReset()
})

const openButton = () => {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => useDownload(2), { wrapper })
}

test('a download that is being prepared starts even if its button was unmounted meanwhile', async () => {
  const { result, unmount } = openButton()
  result.current.mutate()
  await waitFor(() => expect(result.current.step).toBe('copy'))
  unmount()
  const elsewhere = openButton()
  expect(elsewhere.result.current.step).toBe('copy')
  answer = READY
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(1), { timeout: 5_000 })
  await waitFor(() => expect(elsewhere.result.current.step).toBeNull())
  expect(sessionStorage.getItem('waiting_copies')).toBeNull()
})

test('a download that was being prepared before a reload starts afterwards, once for two buttons', async () => {
  sessionStorage.setItem('waiting_copies', JSON.stringify({ 2: Date.now() - 60_000 }))
  answer = READY
  openButton()
  openButton()
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
  expect(store.asked(DOWNLOAD)).toHaveLength(1)
})

test('a download that was requested more than half an hour ago does not start after a reload', async () => {
  sessionStorage.setItem('waiting_copies', JSON.stringify({ 2: Date.now() - 31 * 60_000 }))
  const { result } = openButton()
  expect(result.current.step).toBeNull()
  expect(store.asked(DOWNLOAD)).toEqual([])
})
