import { ApiError } from '#lib/request.ts'
import { PartFailed } from '#lib/send-part.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

interface RetryOptions {
  signal: AbortSignal
  /** Called before each wait. */
  onRetry: (error: unknown) => void
}

/** Retries with growing delays. Permanent errors are thrown immediately. */
export const withRetries = async <T>(act: () => Promise<T>, { signal, onRetry }: RetryOptions): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await act()
    } catch (error) {
      signal.throwIfAborted()
      if (!isRetryable(error)) throw error
      onRetry(error)
      await pause(delayAfter(failures), signal)
    }
  }
}

/** Retryable: no response, rate limits, server errors, or an expired upload URL, which is replaced. */
const isRetryable = (error: unknown) => {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500
  if (error instanceof PartFailed) return [0, 403, 408, 429].includes(error.status) || error.status >= 500
  // What fetch throws on a network failure.
  return error instanceof TypeError
}

/** Jitter: the three senders must not hit a recovering storage at the same moment. */
const delayAfter = (failures: number) =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.75 + Math.random() / 2)

/** Ends early when the browser is back online. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason as Error)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
