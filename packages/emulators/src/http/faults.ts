import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { seededRandom } from './seeded-random.ts'

/** What can go wrong with a call. "After" means that the work was done and only the answer is lost. */
export const FAULTS = [
  'error', // 500, nothing was done
  'error-after', // 500, everything was done
  'timeout', // no answer ever, nothing was done
  'timeout-after', // no answer ever, everything was done
  'unavailable', // the connection is cut before anything is read
  'rate-limit', // 429
  'slow', // answered in the end
] as const

export const FaultOrder = z.strictObject({
  kind: z.enum(FAULTS),
  /** The beginning of "METHOD /path", for example "POST /v1/refunds"; empty for every call. */
  call: z.string().default(''),
  /** Percentage of the calls that fail. */
  percent: z.coerce.number().min(0).max(100).default(100),
  /** How many calls fail before the fault ends; 0 for no limit. */
  times: z.coerce.number().int().min(0).default(0),
  /** How long a slow answer is delayed. */
  delayMs: z.coerce.number().int().min(0).max(120_000).default(2_000),
  seed: z.coerce.number().int().default(1),
})
export type FaultOrder = z.infer<typeof FaultOrder>

interface Fault extends FaultOrder {
  suffered: number
  random: () => number
}

/** Builds an error response in the emulated service's own format. */
export type FailureAnswer = (kind: 'error' | 'rate-limit') => {
  status: number
  headers?: Record<string, string>
  body: unknown
}

export interface Faults {
  add: (order: FaultOrder) => void
  clear: () => void
  list: () => (FaultOrder & { suffered: number })[]
}

/** Makes calls to the emulated API fail as configured. Pages and the control API never fail. */
export const sufferFaults = (
  app: FastifyInstance,
  isApiCall: (path: string) => boolean,
  failure: FailureAnswer,
): Faults => {
  let faults: Fault[] = []
  const suffering = new WeakMap<FastifyRequest, Fault>()

  const faultOf = (request: FastifyRequest) => {
    if (!isApiCall(request.url)) return undefined
    const call = `${request.method} ${request.url}`
    const fault = faults.find((one) => call.startsWith(one.call) && !isOver(one) && one.random() * 100 < one.percent)
    if (fault) fault.suffered += 1
    return fault
  }

  const fail = (reply: FastifyReply, kind: 'error' | 'rate-limit') => {
    const { status, headers = {}, body } = failure(kind)
    return reply.code(status).headers(headers).send(body)
  }

  app.addHook('onRequest', async (request, reply) => {
    const fault = faultOf(request)
    if (!fault) return undefined
    if (fault.kind === 'slow') return sleep(fault.delayMs, undefined, { ref: false })
    if (fault.kind === 'error' || fault.kind === 'rate-limit') return fail(reply, fault.kind)
    if (fault.kind === 'timeout' || fault.kind === 'unavailable') {
      reply.hijack()
      if (fault.kind === 'unavailable') request.raw.destroy()
      return undefined
    }
    suffering.set(request, fault)
    return undefined
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = suffering.get(request)
    if (!fault) return payload
    // The caller gives up and closes the connection.
    if (fault.kind === 'timeout-after') return new Promise(() => undefined)
    // The headers must be lost too, because they might reveal a replay.
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name)
    const { status, headers = {}, body } = failure('error')
    const text = JSON.stringify(body)
    reply
      .code(status)
      .headers({ ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    return text
  })

  return {
    add: (order) => {
      faults = [
        ...faults.filter((fault) => !isOver(fault)),
        { ...order, suffered: 0, random: seededRandom(order.seed) },
      ]
    },
    clear: () => {
      faults = []
    },
    list: () =>
      faults.map(({ kind, call, percent, times, delayMs, seed, suffered }) => ({
        kind,
        call,
        percent,
        times,
        delayMs,
        seed,
        suffered,
      })),
  }
}

const isOver = ({ times, suffered }: Fault) => times > 0 && suffered >= times
