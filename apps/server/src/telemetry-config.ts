import * as z from 'zod'
import { commaList } from './list-config.ts'

const SHARE = 0.1

/**
 * `authorization=Bearer%20TOKEN,x-team=store`, the format of every OpenTelemetry program. Null for any other format.
 */
const parseHeaders = (list: string): Record<string, string> | null => {
  const headers: Record<string, string> = {}
  for (const entry of commaList(list)) {
    const [, name, value] = /^([\w-]{1,60})=(\S{1,2000})$/.exec(entry) ?? []
    if (name === undefined || value === undefined) return null
    try {
      headers[name.toLowerCase()] = decodeURIComponent(value)
    } catch {
      return null
    }
  }
  return headers
}

export const TELEMETRY_ENVIRONMENT = {
  /** The trace collector, such as `http://127.0.0.1:4318`. Without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .literal('')
    .or(z.url({ protocol: /^https?$/ }))
    .default(''),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform(parseHeaders)
    .refine((headers) => headers !== null, 'Invalid list: name=value,… with %20 for a space'),
  /** The share of requests and jobs that are traced. */
  OTEL_TRACES_SAMPLER_ARG: z
    .literal('')
    .transform(() => SHARE)
    .or(z.coerce.number().min(0).max(1))
    .default(SHARE),
}

type Values = z.output<z.ZodObject<typeof TELEMETRY_ENVIRONMENT>>

/** Null for a store that traces nothing. */
export const telemetryOf = (env: Values) =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT === ''
    ? null
    : {
        url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
        headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        share: env.OTEL_TRACES_SAMPLER_ARG,
      }
