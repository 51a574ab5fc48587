import { focusManager, QueryClient, type QueryFunction } from '@tanstack/react-query'
import type { ApiAddress } from '@slipstream/contract/addresses'
import { maySend } from './personal-queries.ts'
import { ApiError, request } from './request.ts'

/** The default loader: GET the address in the query key and parse JSON. */
export const loadByKey =
  ({ on401 }: { on401: 'throw' | 'null' }): QueryFunction =>
  async ({ queryKey, signal }) => {
    try {
      const response = await request(String(queryKey[0]) as ApiAddress, { signal })
      return (await response.json()) as unknown
    } catch (error) {
      if (on401 === 'null' && error instanceof ApiError && error.status === 401) return null
      throw error
    }
  }

// The library listens to visibility only. The specification says focus, and a window beside another is never hidden.
focusManager.setEventListener((onFocus) => {
  if (typeof window === 'undefined') return
  const changed = () => onFocus()
  window.addEventListener('visibilitychange', changed)
  window.addEventListener('focus', changed)
  return () => {
    window.removeEventListener('visibilitychange', changed)
    window.removeEventListener('focus', changed)
  }
})

/** As specified: a query is fetched once and kept; queries that need fresher data configure it themselves. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: loadByKey({ on401: 'throw' }),
        enabled: maySend,
        staleTime: Number.POSITIVE_INFINITY,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  })
