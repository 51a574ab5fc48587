import { Writable } from 'node:stream'
import { timeoutManager } from '@tanstack/react-query'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { headScriptOf } from '#lib/head-script.server.ts'
import { HeadScriptContext } from '#lib/head-script.ts'
import { scriptFirst } from '#lib/script-first.server.ts'
import { NonceContext } from '#lib/nonce.ts'
import { hasMissingPageKey, nonceKey } from '#lib/server-context.ts'

export const streamTimeout = 5_000

/**
 * Queries start timers for garbage collection, refetching and retries. A client on the server lives for one render: a
 * timer would keep it and the whole page in memory for as long as any query's `gcTime`.
 */
timeoutManager.setTimeoutProvider({
  setTimeout: () => 0,
  clearTimeout: () => {},
  setInterval: () => 0,
  clearInterval: () => {},
})

/** Collects the page into one chunk, because streaming would queue and copy hundreds of them. */
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
  // The not-found page is the same for every URL of its route. If the server has it cached, skip the render.
  const leaf = entry.staticHandlerContext.matches.at(-1)?.route.id ?? ''
  if (status === 404 && context.get(hasMissingPageKey)(leaf)) return new Response(null, { status, headers })

  const nonce = context.get(nonceKey)
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  let answerStatus = status
  const { pipe, abort } = renderToPipeableStream(
    <NonceContext value={nonce}>
      <HeadScriptContext value={headScriptOf(new URL(request.url).pathname)}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </HeadScriptContext>
    </NonceContext>,
    {
      nonce,
      // Otherwise React moves large parts to the end of the page and puts them in place with a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      // Pages are small. Crawlers, caches and script hashing need the whole document at once.
      onAllReady: () => {
        headers.set('Content-Type', 'text/html; charset=utf-8')
        pipe(collect((body) => resolve(new Response(scriptFirst(body), { status: answerStatus, headers }))))
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
