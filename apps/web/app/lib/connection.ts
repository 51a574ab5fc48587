import { useEffect, useEffectEvent } from 'react'
import { PROBE } from './gone-chunks.ts'

const ASK_EVERY_MS = 5_000

/** Whether the store responds. The browser's own `onLine` is true on any network, even one without internet. */
export const isReachable = () =>
  fetch(PROBE, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )

/** Calls back when the store responds again. Checks when the browser goes online, and every few seconds. */
export const useReconnected = (isWaiting: boolean, onBack: () => void) => {
  const ask = useEffectEvent(async () => {
    if (await isReachable()) onBack()
  })
  useEffect(() => {
    if (!isWaiting) return
    const listener = () => void ask()
    addEventListener('online', listener)
    const timer = setInterval(listener, ASK_EVERY_MS)
    return () => {
      removeEventListener('online', listener)
      clearInterval(timer)
    }
  }, [isWaiting])
}

const NO_ANSWER = /^(failed to fetch|networkerror|load failed|the network connection was lost)/i
const NO_CHUNK = /dynamically imported module|importing a module/i

/** Why a page could not be shown, if the connection may be the cause. Each browser words the error differently. */
export const connectionFailure = (error: unknown): 'no answer' | 'no chunk' | undefined => {
  if (!(error instanceof TypeError)) return undefined
  if (NO_CHUNK.test(error.message)) return 'no chunk'
  return NO_ANSWER.test(error.message) ? 'no answer' : undefined
}
