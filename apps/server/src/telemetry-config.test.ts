import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, secretsOf } from './config.ts'

const EXAMPLE = parseEnv(readFileSync(path.resolve(import.meta.dirname, '../../../.env.example'), 'utf8'))
const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318/'

test('nothing is traced unless a collector is named', () => {
  expect(readConfig(EXAMPLE).telemetry).toBeNull()
  expect(readConfig({ ...EXAMPLE, OTEL_EXPORTER_OTLP_ENDPOINT }).telemetry).toEqual({
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: {},
    share: 0.1,
  })
})

test('headers and sampling share are read in the OpenTelemetry format, and the headers are secret', () => {
  const config = readConfig({
    ...EXAMPLE,
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20hunter2, x-team=store',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
  })
  expect(config.telemetry).toMatchObject({
    headers: { authorization: 'Bearer hunter2', 'x-team': 'store' },
    share: 0.5,
  })
  expect(secretsOf(config)).toContain('Bearer hunter2')
})

test.each([
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no header'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'broken=%'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_TRACES_SAMPLER_ARG', '10'],
])('%s=%s is refused', (name, value) => {
  expect(() => readConfig({ ...EXAMPLE, [name]: value })).toThrow(`  ${name}: `)
})

test('in production headers are sent to the collector only over an encrypted connection', () => {
  const production = { ...EXAMPLE, NODE_ENV: 'production', ALLOW_EMULATORS: 'true', OTEL_EXPORTER_OTLP_ENDPOINT }
  expect(readConfig(production).telemetry).not.toBeNull()
  const exposed = { ...production, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2' }
  expect(() => readConfig(exposed)).toThrow('  OTEL_EXPORTER_OTLP_ENDPOINT: must begin with https://')
})
