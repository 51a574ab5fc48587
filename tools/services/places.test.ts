import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { environment } from '../environment.ts'
import { readPlaces, repositoryRoot, serviceEnvironment, storeEnvironment } from './places.ts'

const example = parseEnv(readFileSync(join(repositoryRoot, '.env.example'), 'utf8'))

test('.env.example names the addresses that the services really use', () => {
  const places = readPlaces({})
  expect(example).toMatchObject({ ...serviceEnvironment(places), ...storeEnvironment(places) })
})

test('SLIPSTREAM_PORT_BASE moves the store and every service, and shell variables override it', () => {
  const settings = environment({ SLIPSTREAM_PORT_BASE: '5300', SMTP_URL: 'smtp://mail.example:25' })
  expect(settings).toMatchObject({
    PORT: '5300',
    PUBLIC_URL: 'http://127.0.0.1:5300',
    DATABASE_URL: 'postgres://slipstream:slipstream@127.0.0.1:5301/slipstream',
    SMTP_URL: 'smtp://mail.example:25',
  })
})

test('an invalid port base is refused with the name of the variable', () => {
  expect(() => readPlaces({ SLIPSTREAM_PORT_BASE: '80 80' })).toThrow('SLIPSTREAM_PORT_BASE')
  expect(() => readPlaces({ SLIPSTREAM_PORT_BASE: '65510' })).toThrow('SLIPSTREAM_PORT_BASE')
})
