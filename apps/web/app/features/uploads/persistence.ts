import { ApiError } from '#lib/request.ts'
import { PartFailed } from './send-part.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

interface Persistence {
  signal: AbortSignal
  /** Told before each wait. */
  onTrouble: (error: unknown) => void
}

/** Tries until it works, with growing waits. What another try cannot mend is thrown at once. */
export const persistently = async <T>(act: () => Promise<T>, { signal, onTrouble }: Persistence): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await act()
    } catch (error) {
      signal.throwIfAborted()
      if (!mayPass(error)) throw error
      onTrouble(error)
      await pause(waitAfter(failures), signal)
    }
  }
}

/** No answer, too many calls, trouble on the other side; or an address that has run out, of which there are new ones. */
const mayPass = (error: unknown) => {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500
  if (error instanceof PartFailed) return [0, 403, 408, 429].includes(error.status) || error.status >= 500
  // What fetch throws when nobody answers.
  return error instanceof TypeError
}

/** Not all at the same moment: the three that send would fall upon a storage that comes back. */
const waitAfter = (failures: number) =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.75 + Math.random() / 2)

/** Ends early when the browser says that the network is back. */
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
