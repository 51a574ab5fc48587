import { AsyncLocalStorage } from 'node:async_hooks'

export type SpanKind = 'server' | 'client' | 'job' | 'inner'

/** Only our own names, counts and codes: never an address, a query or anything that a person entered. */
export type Attributes = Record<string, string | number>

export interface Span {
  traceId: string
  /** Starts a child span. */
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
  /** The caller's `traceparent`. Callers are not trusted, so it becomes a link and does not affect sampling. */
  cause?: string | undefined
}

export interface Telemetry {
  /** Starts a trace; null if it is not sampled. */
  begin: (trace: NewTrace) => Span | null
  /** Sends the remaining spans, for two seconds at most. */
  close: () => Promise<void>
}

/** The span that this code runs in. Empty without tracing, which is the usual case. */
export const currentSpan = new AsyncLocalStorage<Span>()

/** Runs the work in this span, then ends the span. */
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

/** Traces the work as a child of the current span, if there is one. */
export const inSpan = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> => {
  const parent = currentSpan.getStore()
  return parent ? runIn(parent.begin(name, 'client', attributes), work) : work()
}
