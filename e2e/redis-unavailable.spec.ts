import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { dropDatabase, withClient } from '@slipstream/db/testing/test-database'
import { api } from './api.ts'
import { newName } from './people.ts'
import { startStore, type StoreProcess } from './store-process.ts'
import { fromSomewhere, store } from './store.ts'

const CHANGED = api('/api/team/categories')
/** Rate-limited, which the server counts with one EVAL per request. */
const LIMITED = api('/api/auth/forgot-password')
const PATHS = [
  CHANGED,
  '/',
  '/about',
  api('/api/team/members'),
  api('/api/site/status'),
  api('/api/site/store'),
  LIMITED,
]

const NAME = `e2e_without_redis_${process.pid}`
let database: string
let folder: string
let redis: ChildProcess
let door: Server
let server: StoreProcess
let changes = 0
/** The commands the server sent to Redis for its requests, by name. */
let commands: string[] = []

const redisPort = () => store.freePort(5)
const doorPort = () => store.freePort(6)

/** The commands of ioredis's handshake and of the server's health probe. */
const PROBES = new Set(['hello', 'auth', 'select', 'client', 'info', 'ping'])

/** A proxy in front of Redis that records the commands. */
const openDoor = () =>
  createServer((client) => {
    const upstream = connect(redisPort(), '127.0.0.1')
    client.on('data', (chunk) => {
      const names = chunk.toString('latin1').matchAll(/\*\d+\r\n\$\d+\r\n([a-z]+)\r\n/gi)
      commands.push(...[...names].map(([, name = '']) => name.toLowerCase()).filter((name) => !PROBES.has(name)))
    })
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) {
      socket.on('error', () => {})
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
      })
    }
  }).listen(doorPort(), '127.0.0.1')

const startRedis = () => {
  redis = spawn('redis-server', ['--port', String(redisPort()), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
    stdio: 'ignore',
  })
}

const readiness = async () => (await (await fetch(`${server.privateUrl}/readyz`)).json()) as { status: string }

/** A change that clears the server's memory caches. */
const changeEverything = (category: string) =>
  withClient(database, async (client) => {
    await client.query('update team_categories set name = $1', [category])
    await client.query(
      `select pg_notify('slipstream_changes', topic) from unnest(array['settings', 'team', 'mods']) topic`,
    )
  })

const strangersOrder = () => ({
  method: 'POST',
  headers: { ...fromSomewhere(), 'content-type': 'application/json' },
  body: JSON.stringify({ email: `${newName()}@nobody.example` }),
})

const readText = async (url: string) => {
  const response = await fetch(server.url + url, url === LIMITED ? strangersOrder() : {})
  expect(response.status, url).toBe(200)
  return response.text()
}

/** Requests each path with an empty memory cache and returns the Redis commands. */
const commandsOfARound = async (strike: () => void = () => {}) => {
  const category = `Changed ${++changes} times`
  await changeEverything(category)
  strike()
  commands = []
  // Until the server has received the change, it answers as before.
  for (const url of [CHANGED, '/about']) await expect.poll(() => readText(url)).toContain(category)
  for (const url of PATHS) await readText(url)
  return commands
}

const isReady = () => expect.poll(async () => (await readiness()).status).toBe('ready')
const isDegraded = () => expect.poll(async () => (await readiness()).status).toBe('degraded')

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'slipstream-redis-'))
  startRedis()
  door = openDoor()
  database = await store.copyDemo(NAME)
  server = await startStore(
    { ...store.environment(), DATABASE_URL: database, REDIS_URL: `redis://127.0.0.1:${doorPort()}` },
    store.freePort(2),
  )
  await isReady()
})

test.afterAll(async () => {
  await server.stop()
  await dropDatabase(store.environment().DATABASE_URL, NAME)
  door.close()
  redis.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('while Redis is down or hangs, every page and request is answered and shows changes, and no command is sent to Redis', async () => {
  expect(await commandsOfARound()).toContain('eval')

  await commandsOfARound(() => redis.kill('SIGKILL'))
  await isDegraded()
  expect(await commandsOfARound()).toEqual([])

  startRedis()
  await isReady()
  expect(await commandsOfARound()).toContain('eval')

  // The connection stays open, so further commands would be recorded here.
  await commandsOfARound(() => redis.kill('SIGSTOP'))
  await isDegraded()
  expect(await commandsOfARound()).toEqual([])

  redis.kill('SIGCONT')
  await isReady()
  expect(await commandsOfARound()).toContain('eval')
})
