import type { FastifyError } from 'fastify'
import { createEmulator } from '../http/emulator-app.ts'
import { sendPage } from '../http/page.ts'
import { cdnPage } from './cdn-page.ts'
import { complaintAbout, contentOf, type Failure, type Purge, PurgeOrder } from './purge.ts'

const API = '/client/v4'
const MOST_PER_CALL = 30
const MOST_REMEMBERED = 1_000

/** Works only with this emulator. A zone is any 32 hexadecimal digits. */
export const CDN_TOKEN = 'emulated-purge-token'

const failed = (error: Failure) => ({ success: false, errors: [error], messages: [], result: null })

/** A CDN that delivers nothing and records what it was told to purge. */
export const createCdnEmulator = ({ address }: { address: string }) => {
  const emulator = createEmulator({
    isApiCall: (path) => path.startsWith('/client/'),
    failure: (kind) =>
      kind === 'error'
        ? { status: 500, body: failed({ code: 10_001, message: 'Internal server error' }) }
        : {
            status: 429,
            headers: { 'retry-after': '1' },
            body: failed({ code: 971, message: 'Please wait and consider throttling your request speed' }),
          },
  })
  const { app, report } = emulator
  let purges: Purge[] = []

  app.post<{ Params: { zone: string } }>(`${API}/zones/:zone/purge_cache`, (request, reply) => {
    const { zone } = request.params
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) return reply.code(400).send(failed({ code: 6_003, message: 'Invalid request headers' }))
    if (token !== CDN_TOKEN) return reply.code(401).send(failed({ code: 10_000, message: 'Authentication error' }))
    if (!/^[0-9a-f]{32}$/.test(zone)) {
      const message = `Could not route to ${request.url}, perhaps your object identifier is invalid?`
      return reply.code(404).send(failed({ code: 7_003, message }))
    }
    const order = PurgeOrder.safeParse(request.body)
    if (!order.success) return reply.code(400).send(failed(complaintAbout(request.body)))
    const [kind, items] = contentOf(order.data)
    if (items.length > MOST_PER_CALL) {
      const message = `"${kind}" must not contain more than ${MOST_PER_CALL} items`
      return reply.code(400).send(failed({ code: 1_094, message }))
    }
    purges = [...purges.slice(1 - MOST_REMEMBERED), { at: new Date().toISOString(), zone, kind, items }]
    return reply.send({ success: true, errors: [], messages: [], result: { id: zone } })
  })

  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = error.statusCode ?? 500
    return reply.code(status).send(failed({ code: status < 500 ? 6_007 : 10_001, message: error.message }))
  })
  app.setNotFoundHandler(({ method, url }, reply) =>
    reply.code(501).send(failed({ code: 501, message: `The emulator does not support ${method} ${url}.` })),
  )
  app.get('/', (_request, reply) =>
    sendPage(reply, {
      title: 'CDN emulator',
      imitates: 'the API of Cloudflare',
      body: cdnPage({ address, token: CDN_TOKEN, purges, faults: emulator.faultsCard() }),
    }),
  )
  report('purges', () => purges)
  emulator.onReset(() => {
    purges = []
  })
  return { app }
}
