import type { Logger } from 'pino'
import type { Config } from '#config.ts'
import type { Telemetry } from './current-span.ts'

/** Null if the store traces nothing; then the tracing packages are not loaded either. */
export const openTelemetry = async (
  config: Pick<Config, 'telemetry' | 'providers' | 'storage' | 'cdn' | 'alerts'>,
  process: 'server' | 'worker',
  log: Pick<Logger, 'warn'>,
): Promise<Telemetry | null> => {
  if (config.telemetry === null) return null
  const [{ openSpans }, { watchOutgoingCalls, servicesOf }] = await Promise.all([
    import('./open-spans.ts'),
    import('./outgoing-calls.ts'),
  ])
  const spans = openSpans(config.telemetry, process, log)
  const unwatch = watchOutgoingCalls(servicesOf(config))
  return {
    ...spans,
    close: async () => {
      unwatch()
      await spans.close()
    },
  }
}
