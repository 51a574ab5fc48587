import { AsyncLocalStorage } from 'node:async_hooks'

export type SpanKind = 'server' | 'client' | 'job' | 'inner'

/** Only names, counts and codes of ours: never an address, a query or anything that a person entered. */
export type Attributes = Record<string, string | number>

/** A traced piece of work. */
export interface Span {
  traceId: string
  /** Begins a piece of this one. */
  begin: (name: string, kind: SpanKind, attributes: Attributes) => Span
  note: (attributes: Attributes) => void
  /** Only the kind of a failure is kept, because its message may quote a customer. */
  fail: (error: unknown) => void
  /** Repeated calls change nothing. */
  end: () => void
}

interface NewTrace {
  name: string
  kind: SpanKind
  attributes: Attributes
  /** The `traceparent` of a caller, who may be a stranger: it becomes a link, and decides nothing. */
  cause?: string | undefined
}

export interface Telemetry {
  /** Begins a trace; null if it is not one of the share that is traced. */
  begin: (trace: NewTrace) => Span | null
  /** Sends what is left, for two seconds at most. */
  close: () => Promise<void>
}

/** The traced work that this code runs in. Empty if it is not traced, which is the usual case. */
export const currentSpan = new AsyncLocalStorage<Span>()

/** Runs the work in this span, and ends it. */
export const runIn = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
  try {
    return await currentSpan.run(span, work)
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/** Traces the work as a piece of the current span, if there is one. */
export const inSpan = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> => {
  const parent = currentSpan.getStore()
  return parent ? runIn(parent.begin(name, 'client', attributes), work) : work()
}
