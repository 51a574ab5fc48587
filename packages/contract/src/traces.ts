import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { integer } from './number.ts'
import { pageOf } from './page.ts'
import { cursor, filledText } from './text.ts'
import { TRACE_VERDICTS, TraceFindings } from './trace-terms.ts'

/** The largest upload that object storage accepts in one request. */
export const MAX_LEAK_BYTES = 5 * 2 ** 30

/** The kind of operation that reads a leaked file. Pages find its progress by it. */
export const TRACE_OPERATION = 'trace'

/** Other hints in an account’s records. None of them proves anything. */
const TraceSignal = z.discriminatedUnion('kind', [
  /** Downloads of this mod from IP addresses that never logged in to the account. */
  z.object({ kind: z.literal('other_address'), count: z.int(), lastAt: z.iso.datetime() }),
  /** Failed logins in the week before a download of this mod. */
  z.object({ kind: z.literal('failed_sign_ins'), count: z.int(), lastAt: z.iso.datetime() }),
  /** The password was reset by mail after a download of this mod. */
  z.object({ kind: z.literal('password_reset'), lastAt: z.iso.datetime() }),
  z.object({
    kind: z.literal('history'),
    orders: z.int(),
    refundedOrders: z.int(),
    disputedOrders: z.int(),
    since: z.iso.datetime(),
  }),
])
export type TraceSignal = z.output<typeof TraceSignal>

export const TracedPurchase = z.object({
  score: z.number(),
  chancePower: z.number(),
  hasToken: z.boolean(),
  modId: Id,
  title: z.string(),
  version: z.string(),
  source: z.enum(['purchase', 'grant', 'premium']),
  /** Null unless the mod was purchased. */
  orderNumber: z.nullable(z.string()),
  paidCents: z.nullable(z.int()),
  /** When it was bought or granted; for Premium, when the first copy was made. */
  since: z.iso.datetime(),
  /** Null after the account was erased. */
  user: z.nullable(z.object({ id: Id, username: z.string(), email: z.nullable(z.string()) })),
  /** The latest downloads of this mod, newest first. */
  downloads: z.array(z.iso.datetime()),
  signals: z.array(TraceSignal),
})
export type TracedPurchase = z.output<typeof TracedPurchase>

export const TraceView = z.object({
  id: Id,
  fileName: z.string(),
  sizeBytes: z.int(),
  sha256: z.nullable(z.string()),
  /** Null until it is read. */
  findings: z.nullable(z.omit(TraceFindings, { named: true })),
  failure: z.nullable(z.string()),
  /** Only purchases above the threshold. */
  purchases: z.array(TracedPurchase),
  startedBy: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  finishedAt: z.nullable(z.iso.datetime()),
})
export type TraceView = z.output<typeof TraceView>

/** A trace in the list. It names no buyer. */
export const TraceRow = z.object({
  id: Id,
  fileName: z.string(),
  verdict: z.nullable(z.enum(TRACE_VERDICTS)),
  failure: z.nullable(z.string()),
  startedBy: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
})
export type TraceRow = z.output<typeof TraceRow>

export const tracesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/traces',
    summary: 'List traces, newest first',
    access: 'admin',
    query: z.strictObject({ after: cursor() }),
    response: pageOf(TraceRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/admin/traces/:id',
    summary: 'Read what a trace found',
    access: 'admin',
    needsProof: true,
    params: idParams,
    response: TraceView,
    errors: ['traces.not_found'],
  }),
  offer: endpoint({
    method: 'POST',
    path: '/api/admin/traces/file',
    summary: 'Sign an address that takes a leaked file',
    access: 'admin',
    offersUpload: true,
    needsProof: true,
    body: z.strictObject({ sizeBytes: integer(1, MAX_LEAK_BYTES) }),
    response: z.object({ key: z.string(), url: z.string() }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/admin/traces',
    summary: 'Read an uploaded file in the worker and delete it afterwards',
    access: 'admin',
    needsProof: true,
    body: z.strictObject({ key: filledText(100), fileName: filledText(200), modId: z.optional(Id) }),
    response: z.object({ id: Id }),
    errors: ['operation.running', 'traces.no_file', 'mod.not_found', 'storage.away'],
  }),
}
