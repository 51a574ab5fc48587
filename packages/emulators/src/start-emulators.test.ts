import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMULATOR_SECRET_KEY } from './stripe/core/api.ts'
import { type EmulatorOptions, startEmulators } from './start-emulators.ts'
import { freePorts } from './testing/free-ports.ts'

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

let folder: string
let ports: EmulatorOptions['ports']
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emulators-'))
  const [overview = 0, stripe = 0, discord = 0, turnstile = 0, cdn = 0] = await freePorts(5)
  ports = { overview, stripe, discord, turnstile, cdn }
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const run = async (...more: string[]) => {
  const args = Object.entries(ports).flatMap(([name, port]) => [`--${name}`, String(port)])
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main, ...args, '--folder', folder, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

const stop = async (child: ChildProcess) => {
  child.kill('SIGTERM')
  return (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
}

test('all emulators answer at their URLs, and none after stopping', async () => {
  const { addresses, stop } = await startEmulators({ ports, mailbox: 'http://mailbox.example' })
  for (const address of Object.values(addresses)) expect((await fetch(address)).status).toBe(200)
  const { overview, ...others } = addresses
  expect(await (await fetch(`${overview}/health`)).json()).toEqual({
    status: 'ok',
    ...others,
    mailbox: 'http://mailbox.example',
  })
  await stop()
  for (const address of Object.values(addresses)) await expect(fetch(address)).rejects.toThrow('fetch failed')
})

test('a port in use is reported, and nothing keeps running', async () => {
  const other = createServer().listen(ports.cdn, '127.0.0.1')
  await once(other, 'listening')
  await expect(startEmulators({ ports })).rejects.toThrow(`EADDRINUSE: address already in use 127.0.0.1:${ports.cdn}`)
  await expect(fetch(`http://127.0.0.1:${ports.stripe}`)).rejects.toThrow('fetch failed')
  other.close()
})

test('the process keeps its data across a restart and exits with 0 on SIGTERM', async () => {
  const stripe = new Stripe(EMULATOR_SECRET_KEY, { host: '127.0.0.1', port: ports.stripe, protocol: 'http' })
  const discord = (order: string) => `http://127.0.0.1:${ports.discord}/_control/${order}`

  const first = await run()
  const { id } = await stripe.customers.create({ email: 'anna@customer.example' })
  await fetch(discord('users/add'), { method: 'POST', body: new URLSearchParams({ username: 'anna' }) })
  expect(await stop(first)).toEqual([0, null])

  const second = await run()
  expect(await stripe.customers.retrieve(id)).toMatchObject({ email: 'anna@customer.example' })
  expect(await (await fetch(discord('users'))).text()).toContain('"anna"')
  expect(await stop(second)).toEqual([0, null])
})

test('the overview links to every emulator and lists the test cards', async () => {
  const { addresses, stop } = await startEmulators({ ports })
  const page = await (await fetch(addresses.overview)).text()
  const { overview, ...others } = addresses
  for (const address of Object.values(others)) expect(page).toContain(`<a href="${address}">`)
  expect(page).not.toContain('Mailbox</a>')
  for (const number of ['4242 4242 4242 4242', '4000 0000 0000 0002', '4000 0027 6000 3184']) {
    expect(page).toContain(number)
  }
  expect((await fetch(`${overview}/nothing`)).status).toBe(404)
  await stop()
})
