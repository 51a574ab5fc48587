import diagnostics from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Config } from '#config.ts'
import { currentSpan, type Span } from './current-span.ts'

/** A `fetch` request, as Node's diagnostics channel publishes it. */
interface FetchRequest {
  origin: string | URL
  method: string
}

/** What the store calls, by origin. The path of a call is never kept: a webhook's is a secret, an object's names a file. */
export const servicesOf = ({
  providers,
  storage,
  cdn,
  alerts,
}: Pick<Config, 'providers' | 'storage' | 'cdn' | 'alerts'>): ReadonlyMap<string, string> => {
  const addresses = [
    ['monitor', alerts.pingUrl],
    ['cdn', cdn?.purgeUrl],
    ['s3', storage.endpoint],
    ['turnstile', providers.turnstile],
    ['discord', providers.discordCdn],
    ['discord', providers.discord],
    ['stripe', providers.stripe],
  ] as const
  return new Map(addresses.flatMap(([name, url]) => (url ? [[new URL(url).origin, name] as const] : [])))
}

/**
 * Traces calls to other services until the response headers arrive. Subscribes to Node's diagnostics channels, so
 * gateways need no tracing code, and a store without tracing pays nothing.
 */
export const watchOutgoingCalls = (services: ReadonlyMap<string, string>) => {
  const spans = new WeakMap<object, Span>()
  const begin = (request: object, origin: string, method: string) => {
    const service = services.get(origin)
    const parent = service === undefined ? undefined : currentSpan.getStore()
    if (service === undefined || parent === undefined) return
    const attributes = { 'peer.service': service, 'http.request.method': method }
    spans.set(request, parent.begin(`${method} ${service}`, 'client', attributes))
  }
  const answered = (request: object, status: number) => {
    const span = spans.get(request)
    span?.note({ 'http.response.status_code': status })
    span?.end()
    spans.delete(request)
  }
  const failed = (request: object, error: unknown) => {
    const span = spans.get(request)
    span?.fail(error)
    span?.end()
    spans.delete(request)
  }

  const listeners: [name: string, listener: (message: never) => void][] = [
    [
      'undici:request:create',
      ({ request }: { request: FetchRequest }) => begin(request, String(request.origin), request.method),
    ],
    [
      'undici:request:headers',
      ({ request, response }: { request: FetchRequest; response: { statusCode: number } }) =>
        answered(request, response.statusCode),
    ],
    ['undici:request:error', ({ request, error }: { request: FetchRequest; error: unknown }) => failed(request, error)],
    [
      'http.client.request.created',
      ({ request }: { request: ClientRequest }) => begin(request, originOf(request), request.method),
    ],
    [
      'http.client.response.finish',
      ({ request, response }: { request: ClientRequest; response: IncomingMessage }) =>
        answered(request, response.statusCode ?? 0),
    ],
    [
      'http.client.request.error',
      ({ request, error }: { request: ClientRequest; error: unknown }) => failed(request, error),
    ],
  ]
  for (const [name, listener] of listeners) diagnostics.subscribe(name, listener as (message: unknown) => void)
  return () => {
    for (const [name, listener] of listeners) diagnostics.unsubscribe(name, listener as (message: unknown) => void)
  }
}

const originOf = (request: ClientRequest) =>
  URL.parse(`${request.protocol}//${String(request.getHeader('host') ?? request.host)}`)?.origin ?? ''
