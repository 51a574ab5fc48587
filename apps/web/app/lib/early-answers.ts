import type { ApiAddress } from '@slipstream/contract/addresses'

declare global {
  interface Window {
    /** Requests that the head script sent with this token while the page's code was loading. */
    earlyAnswers?: { token: string } & Partial<Record<ApiAddress, Promise<Response>>>
  }
}

/** Long enough for a slow phone to load the page. A response that was not needed by then is stale. */
const FRESH_MS = 20_000

/** Takes the response to a request of the head script, once. Undefined if it is stale or was for another token. */
export const takeEarlyAnswer = (path: ApiAddress, token: string | null) => {
  const early = window.earlyAnswers
  const answer = early?.[path]
  delete early?.[path]
  return early?.token === token && performance.now() < FRESH_MS ? answer : undefined
}

/** A write request makes earlier responses stale. */
export const forgetEarlyAnswers = () => void delete window.earlyAnswers
