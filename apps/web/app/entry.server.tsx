import { Writable } from 'node:stream'
import { timeoutManager } from '@tanstack/react-query'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { NonceContext } from '#lib/nonce.ts'
import { hasMissingPageKey, nonceKey } from '#lib/server-context.ts'

export const streamTimeout = 5_000

/**
 * Queries arm timers to forget, refresh or retry. A client on the server lives for one render: a timer would hold it, and
 * the whole page with it, for as long as any query's `gcTime` says.
 */
timeoutManager.setTimeoutProvider({
  setTimeout: () => 0,
  clearTimeout: () => {},
  setInterval: () => 0,
  clearInterval: () => {},
})

/** Takes the finished page in one piece: as a stream, its hundreds of chunks would be queued and copied twice more. */
const collect = (done: (body: Buffer<ArrayBuffer>) => void) => {
  const chunks: Buffer[] = []
  return new Writable({
    highWaterMark: Number.MAX_SAFE_INTEGER,
    write: (chunk: Buffer, _encoding, written) => {
      chunks.push(chunk)
      written()
    },
    final: (ended) => {
      done(Buffer.concat(chunks))
      ended()
    },
  })
}

const handleRequest = (
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) => {
  // A page that says "not found" is the same for every address of its route; the server has it already.
  const leaf = entry.staticHandlerContext.matches.at(-1)?.route.id ?? ''
  if (status === 404 && context.get(hasMissingPageKey)(leaf)) return new Response(null, { status, headers })

  const nonce = context.get(nonceKey)
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  let answerStatus = status
  const { pipe, abort } = renderToPipeableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={entry} url={request.url} nonce={nonce} />
    </NonceContext>,
    {
      nonce,
      // React would move large parts behind the end of the page and put them in place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // Pages are small: crawlers, caches and the hashing of scripts want the whole of them at once.
      onAllReady: () => {
        headers.set('Content-Type', 'text/html; charset=utf-8')
        pipe(collect((body) => resolve(new Response(body, { status: answerStatus, headers }))))
      },
      onShellError: reject,
      onError: (error) => {
        answerStatus = 500
        console.error(error)
      },
    },
  )
  const timer = setTimeout(abort, streamTimeout + 1_000)
  return promise.finally(() => clearTimeout(timer))
}

export default handleRequest
