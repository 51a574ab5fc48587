import {
  type Attributes as OtelAttributes,
  type Context,
  diag,
  DiagLogLevel,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Config } from '#config.ts'
import { STORE_VERSION } from '#lib/store-version.ts'
import { withTimeout } from '#lib/with-timeout.ts'
import type { Span, SpanKind, Telemetry } from './current-span.ts'

/** Spans beyond this are dropped while the collector is down. */
const MOST_WAITING = 2_048
const BATCH = 512
/** Enough to send all waiting spans at once on shutdown. */
const BATCHES_AT_ONCE = MOST_WAITING / BATCH + 1
const BATCH_DELAY_MS = 2_000
const EXPORT_TIMEOUT_MS = 5_000
const CLOSE_TIMEOUT_MS = 2_000
const COMPLAINT_EVERY_MS = 60_000
const LIMITS = { attributeValueLengthLimit: 120, attributeCountLimit: 12, linkCountLimit: 1, eventCountLimit: 0 }

const KINDS: Record<SpanKind, Kind> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  job: Kind.CONSUMER,
  inner: Kind.INTERNAL,
}

export const openSpans = (
  { url, headers, share }: NonNullable<Config['telemetry']>,
  process: 'server' | 'worker',
  log: Pick<Logger, 'warn'>,
): Telemetry => {
  complainTo(log)
  const exporter = new OTLPTraceExporter({
    url,
    headers,
    timeoutMillis: EXPORT_TIMEOUT_MS,
    concurrencyLimit: BATCHES_AT_ONCE,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `slipstream-${process}`, 'service.version': STORE_VERSION }),
    // Sampling is decided before a trace begins.
    sampler: new AlwaysOnSampler(),
    spanLimits: LIMITS,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: BATCH_DELAY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('slipstream')
  const start = (parent: Context, name: string, kind: SpanKind, attributes: OtelAttributes, links: Link[] = []) =>
    spanOf(tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, parent), start)

  return {
    begin: ({ name, kind, attributes, cause }) =>
      Math.random() < share ? start(ROOT_CONTEXT, name, kind, attributes, linksTo(cause)) : null,
    close: () =>
      withTimeout(CLOSE_TIMEOUT_MS, 'The collector of traces', () => provider.shutdown()).catch((error: Error) =>
        log.warn({ err: error }, 'the last traces were not sent'),
      ),
  }
}

type Start = (parent: Context, ...span: Parameters<Span['begin']>) => Span

const spanOf = (span: OtelSpan, start: Start): Span => {
  const own = trace.setSpan(ROOT_CONTEXT, span)
  return {
    traceId: span.spanContext().traceId,
    begin: (...child) => start(own, ...child),
    note: (attributes) => {
      if (span.isRecording()) span.setAttributes(attributes)
    },
    fail: (error) => {
      if (!span.isRecording()) return
      span.setAttribute('error.type', kindOf(error))
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
    end: () => {
      if (span.isRecording()) span.end()
    },
  }
}

const kindOf = (error: unknown) => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown'
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/

const linksTo = (cause: string | undefined): Link[] => {
  const [, traceId, spanId] = TRACEPARENT.exec(cause ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return []
  const context = { traceId, spanId, traceFlags: 0, isRemote: true }
  return isSpanContextValid(context) ? [{ context }] : []
}

/** Otherwise an unreachable collector would flood the log. */
const complainTo = (log: Pick<Logger, 'warn'>) => {
  let quietUntil = 0
  const complain = (message: string) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + COMPLAINT_EVERY_MS
    log.warn({ reason: message.slice(0, 500) }, 'traces cannot be sent')
  }
  const ignore = () => {}
  diag.setLogger(
    { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
