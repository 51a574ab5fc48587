import { createServer, type Server } from 'node:net'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, expect, inject, test } from 'vitest'
import { openDatabase } from '@slipstream/db/client'
import { openChangeBus } from '#lib/cache/change-bus.ts'
import { freePort } from '#testing/free-port.ts'
import { openMailer } from './mailer.ts'

const PLAIN = inject('environment').DATABASE_URL ?? ''

const undone: (() => unknown)[] = []
afterEach(async () => {
  for (const undo of undone.splice(0)) await undo()
})

const open = (url: string, applicationName = 'encrypted-test') => {
  const database = openDatabase({ url, applicationName, maxConnections: 1, onIdleError: () => {} })
  undone.push(database.close)
  return database.db
}

const askAll = async <Row>(url: string, query: ReturnType<typeof sql>) => (await open(url).execute(query)).rows as Row[]

/** The server's certificate is self-signed, so it is its own authority. */
const withCertificate = async (address: string, host = '127.0.0.1') => {
  const [place] = await askAll<{ data_directory: string }>(address, sql`show data_directory`)
  const file = path.join(place?.data_directory ?? '', 'server.crt')
  await readFile(file)
  const url = new URL(address)
  url.hostname = host
  url.searchParams.set('sslmode', 'verify-full')
  url.searchParams.set('sslrootcert', file)
  return url.href
}

const encryption = sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`

test('the database connection is encrypted when its address says so', async () => {
  expect(await askAll(PLAIN, encryption)).toEqual([{ ssl: false }])
  expect(await askAll(await withCertificate(PLAIN), encryption)).toEqual([{ ssl: true }])
})

test('the change bus encrypts its database connection when the address says so', async () => {
  const bus = await openChangeBus(await withCertificate(PLAIN), pino({ level: 'silent' }))
  undone.push(bus.close)
  const listeners = sql`select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid)
    where application_name = 'slipstream-changes' and ssl`
  expect(await askAll(PLAIN, listeners)).toEqual([{ ssl: true }])
})

test.each([
  ['with an untrusted certificate', async () => `${PLAIN}?sslmode=verify-full`],
  ['with a certificate for another name', () => withCertificate(PLAIN, 'localhost')],
])('a database %s is refused', async (_what, address) => {
  await expect(open(await address()).execute(sql`select 1`)).rejects.toThrow()
})

const listen = async (heard: string[]) => {
  const port = await freePort()
  const server: Server = createServer((socket) => {
    socket.write('220 mail.example\r\n')
    socket.on('error', () => {})
    socket.on('data', (data) => {
      heard.push(String(data).trim())
      socket.write('250 mail.example\r\n')
    })
    undone.push(() => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  undone.push(() => server.close())
  return port
}

test('a mail server without encryption gets neither password nor mail where encryption is required', async () => {
  const heard: string[] = []
  const port = await listen(heard)
  const mailer = openMailer({
    url: `smtp://shop:secret@127.0.0.1:${port}?requireTLS=true`,
    from: 'store@store.example',
  })
  undone.push(mailer.close)
  const mail = { to: 'buyer@mail.example', subject: 'Hello', text: 'Hello', html: '', replyTo: 'help@store.example' }
  await expect(mailer.send({ ...mail, messageId: 'encrypted' })).rejects.toThrow()
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.join('\n')).not.toMatch(/^(AUTH|MAIL|DATA)/im)
})
