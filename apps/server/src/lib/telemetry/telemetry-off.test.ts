import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copyDatabase, dropDatabase } from '@slipstream/db/testing/test-database'
import { openOwnCollector } from '#testing/own-collector.ts'

/** Opens and closes a store, then prints which packages of OpenTelemetry were loaded. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const loaded = new Set()
  registerHooks({
    load: (url, context, next) => {
      const name = /node_modules[/](@opentelemetry[/][^/]+)/.exec(url)?.[1]
      if (name) loaded.add(name)
      return next(url, context)
    },
  })
  const { readConfig } = await import('#config.ts')
  const { openServices } = await import('#open-services.ts')
  const { pino } = await import('pino')
  const services = await openServices(readConfig(process.env), pino({ level: 'silent' }))
  await services.close()
  console.log(JSON.stringify([...loaded]))`

const server = inject('environment').DATABASE_URL ?? ''
const name = `test_${randomBytes(6).toString('hex')}`
let DATABASE_URL: string
beforeAll(async () => {
  DATABASE_URL = await copyDatabase(server, inject('templateDatabase'), name)
})
afterAll(() => dropDatabase(server, name))

const packagesOf = async (settings: Record<string, string>) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module-typescript', '--eval', PROGRAM],
    { cwd: import.meta.dirname, env: { ...inject('environment'), DATABASE_URL, ...settings }, timeout: 60_000 },
  )
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as string[]
}

test('a store without a collector loads no tracing package', { timeout: 120_000 }, async () => {
  // The metrics bring the OpenTelemetry API along.
  expect(await packagesOf({})).toEqual(['@opentelemetry/api'])
  const { url, close } = await openOwnCollector()
  expect(await packagesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toEqual(
    expect.arrayContaining(['@opentelemetry/sdk-trace', '@opentelemetry/exporter-trace-otlp-http']),
  )
  await close()
})
