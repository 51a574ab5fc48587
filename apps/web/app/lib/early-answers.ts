import type { ApiAddress } from '@slipstream/contract/addresses'

declare global {
  interface Window {
    /** Requests that the head script sent with this token while the page's code was loading. */
    earlyAnswers?: { token: string } & Partial<Record<ApiAddress, Promise<Response>>>
  }
}

/** Long enough for a slow phone to load the page. An answer that nobody wanted by then is old. */
const FRESH_MS = 20_000

/** The answer to a request that the head script has sent, once. Undefined if it was sent as somebody else or long ago. */
export const takeEarlyAnswer = (path: ApiAddress, token: string | null) => {
  const early = window.earlyAnswers
  const answer = early?.[path]
  delete early?.[path]
  return early?.token === token && performance.now() < FRESH_MS ? answer : undefined
}

/** A change makes the answers from before it wrong. */
export const forgetEarlyAnswers = () => void delete window.earlyAnswers
