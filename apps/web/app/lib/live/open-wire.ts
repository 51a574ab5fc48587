import { authToken, signedOutLatch } from '../auth-token.ts'
import { request } from '../request.ts'
import type { LiveWire } from './live-wire.ts'

let wire: Promise<LiveWire> | undefined

/** The connection of this browser. Loaded by the first page that follows a topic. */
export const liveWire = () => {
  wire ??= import('./live-wire.ts').then(({ createLiveWire, keepWithPage }) =>
    keepWithPage(
      createLiveWire({
        // The server closes the stream at logout, before the page notices. Reconnecting would only be rejected.
        connect: async (topics, signal) =>
          signedOutLatch.isSet()
            ? new Response(null, { status: 401 })
            : request(`/api/live?topics=${encodeURIComponent(topics.join())}`, { signal, throws: false }),
        locks: navigator.locks,
      }),
      authToken.onChangeFromOutside,
    ),
  )
  return wire
}
