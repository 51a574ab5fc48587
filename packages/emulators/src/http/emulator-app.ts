import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import qs from 'qs'
import * as z from 'zod'
import { faultsCard } from './faults-card.ts'
import { type FailureAnswer, FaultOrder, sufferFaults } from './faults.ts'
import type { Markup } from './html.ts'
import { serveStyles } from './page.ts'

const MOST_CALLS_REMEMBERED = 5_000
const CONTROL = '/_control'
// A restored snapshot contains a whole emulator.
const LARGEST_ORDER = 256 * 1024 * 1024

interface EmulatorOptions {
  isApiCall: (path: string) => boolean
  failure: FailureAnswer
}

/** One call to the emulated API. `status` is null while there is no answer. */
export interface Call {
  method: string
  path: string
  status: number | null
  at: string
}

export interface Emulator {
  app: FastifyInstance
  /** Adds POST `/_control/NAME`, which takes JSON from tests and forms from people. */
  control: <Schema extends z.ZodType>(name: string, order: Schema, act: (order: z.infer<Schema>) => unknown) => void
  /** Adds GET `/_control/NAME`. */
  report: (name: string, tell: (query: Record<string, unknown>) => unknown) => void
  /** Called by `/_control/reset` after faults and calls are cleared. */
  onReset: (forget: () => void) => void
  /** The part of every emulator's page that sets, lists and resets faults. */
  faultsCard: () => Markup
}

/** The basis of every emulator: form and JSON bodies, faults on demand, a log of calls and a control API. */
export const createEmulator = ({ isApiCall, failure }: EmulatorOptions): Emulator => {
  const app = fastify({ forceCloseConnections: true, routerOptions: { querystringParser: parseForm } })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseForm(body as string)),
  )
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(body as string))
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }))
    }
  })
  serveStyles(app)

  let calls: Call[] = []
  const onResets: (() => void)[] = []
  // Before the faults, so that calls without an answer are logged too.
  rememberCalls(app, isApiCall, (call) => {
    calls.push(call)
    // Trimmed now and then, because shifting the whole list on every call would cost more than most calls.
    if (calls.length >= 2 * MOST_CALLS_REMEMBERED) calls = calls.slice(-MOST_CALLS_REMEMBERED)
  })
  const faults = sufferFaults(app, isApiCall, failure)

  const control: Emulator['control'] = (name, order, act) => {
    app.post(`${CONTROL}/${name}`, { bodyLimit: LARGEST_ORDER }, async (request, reply) => {
      if (isForeign(request))
        return reply.code(403).send({ error: 'This form works only on the emulator’s own pages.' })
      const parsed = order.safeParse(request.body ?? {})
      if (!parsed.success) return reply.code(400).send({ error: z.prettifyError(parsed.error) })
      return answerControl(request, reply, (await act(parsed.data)) ?? {})
    })
  }
  const report: Emulator['report'] = (name, tell) => {
    app.get(`${CONTROL}/${name}`, (request) => tell(request.query as Record<string, unknown>))
  }

  control('faults', FaultOrder, (order) => faults.add(order))
  control('faults/clear', z.strictObject({}), () => faults.clear())
  control('reset', z.strictObject({}), () => {
    faults.clear()
    calls = []
    for (const forget of onResets) forget()
  })
  report('faults', () => faults.list())
  report('calls', () => calls.slice(-MOST_CALLS_REMEMBERED))

  return {
    app,
    control,
    report,
    onReset: (forget) => onResets.push(forget),
    faultsCard: () => faultsCard(faults.list()),
  }
}

/** Pages of other origins must not control the emulators in the background. Programs do not send this header. */
const isForeign = ({ headers }: FastifyRequest) => (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin'

/** A person who sent a form returns to its page; a program gets the result. */
const answerControl = (request: FastifyRequest, reply: FastifyReply, result: unknown) => {
  const back = request.headers.referer
  const isPerson = request.headers.accept?.includes('text/html') === true
  return isPerson && back ? reply.redirect(back, 303) : reply.send(result)
}

const parseForm = (text: string) => qs.parse(text, { depth: 10, arrayLimit: 1_000, parameterLimit: 10_000 })

const rememberCalls = (app: FastifyInstance, isApiCall: (path: string) => boolean, remember: (call: Call) => void) => {
  const open = new WeakMap<FastifyRequest, Call>()
  app.addHook('onRequest', async (request) => {
    if (!isApiCall(request.url)) return
    const call: Call = { method: request.method, path: request.url, status: null, at: new Date().toISOString() }
    open.set(request, call)
    remember(call)
  })
  app.addHook('onResponse', async (request, reply) => {
    const call = open.get(request)
    if (call) call.status = reply.statusCode
  })
}
