import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type Account, API_VERSION } from './account.ts'
import { expanded } from './expand.ts'
import { invalidRequest, notEmulated, StripeFailure } from './failure.ts'
import { newId } from './ids.ts'
import { readParameters } from './parameters.ts'

/** Works only with this emulator. */
export const EMULATOR_SECRET_KEY = 'sk_test_slipstream_emulator'
const KEY_LIFE_SECONDS = 24 * 60 * 60

type Call = `${'GET' | 'POST' | 'DELETE'} /v1/${string}`
type Given = Record<string, unknown>

export interface Api {
  /** Handles a call. The second argument of `run` is the id in the path, if any. */
  on: <Schema extends z.ZodType>(
    call: Call,
    schema: Schema,
    run: (given: z.infer<Schema>, id: string) => object,
  ) => void
}

interface ApiOptions {
  app: FastifyInstance
  account: Account
  /** Runs everything that is due by the account's clock. */
  settle: () => void
  changed: () => void
}

export const createApi = ({ app, account, settle, changed }: ApiOptions): Api => {
  const answer = (request: FastifyRequest, reply: FastifyReply, work: () => { status: number; body: unknown }) => {
    const id = newId('req')
    const key = idempotencyKeyOf(request)
    account.request = { id, idempotency_key: key ?? null }
    reply.headers({ 'request-id': id, 'stripe-version': API_VERSION, ...(key && { 'idempotency-key': key }) })
    try {
      refuseStrangers(request)
      settle()
      const replayed = key === undefined ? undefined : replay(account, key, fingerprintOf(request))
      if (replayed) {
        reply.headers({ 'idempotent-replayed': 'true', 'original-request': replayed.requestId })
        return reply.code(replayed.status).send(replayed.body)
      }
      const { status, body } = work()
      return reply.code(status).send(body)
    } catch (error) {
      return reply.code(statusOf(error)).send(bodyOf(error))
    } finally {
      account.request = null
      // A GET runs only what is due, which sends events, and each event marks the state as changed.
      if (request.method !== 'GET') changed()
    }
  }

  app.setNotFoundHandler((request, reply) => {
    if (!request.url.startsWith('/v1/')) return reply.code(404).type('text/plain').send('Not found.')
    return answer(request, reply, () => {
      throw notEmulated(`${request.method} ${request.url.split('?')[0] ?? ''}`)
    })
  })

  return {
    on: (call, schema, run) => {
      const [method = '', url = ''] = call.split(' ')
      app.route<{ Params: { id?: string } }>({
        method,
        url,
        handler: (request, reply) =>
          answer(request, reply, () => {
            const { expand, ...given } = { ...(request.query as Given), ...(request.body as Given | undefined) }
            const paths = readParameters(z.array(z.string()).optional(), expand) ?? []
            const parameters = readParameters(schema, given)
            const { id = '' } = request.params
            const result = attempt(id, () => expanded(account.state, run(parameters, id), paths))
            remember(account, request, result)
            return result
          }),
      })
    },
  }
}

/** From here on the call counts as made: a retry with the same key gets this result, success or failure. */
const attempt = (id: string, work: () => object) => {
  try {
    return { status: 200, body: work() as unknown }
  } catch (error) {
    const isGone = error instanceof StripeFailure && error.missing === id
    return { status: isGone ? 404 : statusOf(error), body: bodyOf(error) as unknown }
  }
}

const remember = (account: Account, request: FastifyRequest, result: { status: number; body: unknown }) => {
  const key = idempotencyKeyOf(request)
  if (key === undefined || result.status === 501) return
  account.state.idempotency[recordOf(key)] = {
    ...result,
    fingerprint: fingerprintOf(request),
    requestId: account.request?.id ?? '',
    at: account.now(),
  }
}

const replay = (account: Account, key: string, fingerprint: string) => {
  const record = account.state.idempotency[recordOf(key)]
  if (!record || record.at + KEY_LIFE_SECONDS < account.now()) return undefined
  if (record.fingerprint === fingerprint) return record
  throw new StripeFailure(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

/** A caller may choose any key, even the name of an object prototype property. */
const recordOf = (key: string) => `key ${key}`

const idempotencyKeyOf = ({ method, headers }: FastifyRequest) => {
  const key = headers['idempotency-key']
  return method === 'POST' && typeof key === 'string' ? key : undefined
}

const fingerprintOf = ({ method, url, body }: FastifyRequest) =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('hex')

const refuseStrangers = ({ headers }: FastifyRequest) => {
  const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  if (!isSame(key, EMULATOR_SECRET_KEY)) {
    throw new StripeFailure(401, {
      type: 'invalid_request_error',
      message: key === '' ? 'You did not provide an API key.' : `Invalid API Key provided: ${key.slice(0, 8)}****`,
    })
  }
  const version = headers['stripe-version']
  if (version !== undefined && version !== API_VERSION) {
    throw invalidRequest(`The emulator supports API version ${API_VERSION}, not ${String(version)}.`)
  }
}

const isSame = (given: string, expected: string) =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))

const statusOf = (error: unknown) => (error instanceof StripeFailure ? error.status : 500)

const bodyOf = (error: unknown) => {
  if (error instanceof StripeFailure) return { error: error.body }
  console.error(error)
  return { error: { type: 'api_error', message: `Internal error of the emulator: ${String(error)}` } }
}
