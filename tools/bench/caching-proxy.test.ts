import { once } from 'node:events'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PURGE_SECRET, startCachingProxy } from './caching-proxy.ts'
import { freePorts } from './free-port.ts'

let answered = 0
/** How the servers answer the next request. */
let answer: (reply: ServerResponse) => unknown = (reply) => reply.end()
/** The headers that reached a server last. */
let received: IncomingMessage['headers'] = {}

const startServer = async (port: number) => {
  const server = createServer((request, reply) => {
    answered += 1
    received = request.headers
    return answer(reply)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

let [one, other, edge]: number[] = []
let proxy: Awaited<ReturnType<typeof startCachingProxy>>
let servers: Awaited<ReturnType<typeof startServer>>[]
beforeAll(async () => {
  ;[one = 0, other = 0, edge = 0] = await freePorts(3)
  servers = [await startServer(one), await startServer(other)]
  proxy = await startCachingProxy(edge, [one, other])
})
afterAll(async () => {
  await proxy.close()
  for (const server of servers) await server.stop()
})

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const got = await fetch(proxy.address + path, { headers })
  return { cache: got.headers.get('x-cache'), text: await got.text(), status: got.status }
}
const says = (cacheControl: string) => (reply: ServerResponse) =>
  reply.setHeader('cache-control', cacheControl).end(`answer ${answered}`)
/** Waits until the proxy answers from this state of its cache. */
const until = async (path: string, cache: string) => {
  for (;;) {
    const got = await ask(path)
    if (got.cache === cache) return got
    await sleep(20)
  }
}

test('a public page is fetched once for all visitors', async () => {
  answer = says('public, s-maxage=60')
  const first = await ask('/shared')
  expect(first.cache).toBe('MISS')
  expect(await ask('/shared', { cookie: 'any=thing' })).toEqual({ ...first, cache: 'HIT' })
})

test('private answers and answers to a bearer token are neither cached nor served from the cache', async () => {
  for (const header of ['private', 'no-store', 'private, max-age=60']) {
    answer = says(header)
    const path = `/own/${encodeURIComponent(header)}`
    const [mine, others] = [await ask(path), await ask(path)]
    expect([mine.cache, others.cache]).toEqual(['MISS', 'MISS'])
    expect(others.text).not.toBe(mine.text)
  }
  answer = says('public, s-maxage=60')
  expect((await ask('/token', { authorization: 'Bearer one' })).cache).toBe('BYPASS')
  expect((await ask('/token')).cache).toBe('MISS')
})

test('a stale page is served while a fresh one is fetched, so nobody waits', async () => {
  answer = says('public, s-maxage=1, stale-while-revalidate=300')
  const old = await ask('/stale')
  let goOn = () => {}
  const isHeld = new Promise<void>((resolve) => {
    goOn = resolve
  })
  answer = async (reply) => {
    await isHeld
    says('public, s-maxage=60')(reply)
  }
  const stale = await until('/stale', 'STALE')
  expect(stale.text).toBe(old.text)
  expect((await ask('/stale')).text).toBe(old.text)
  goOn()
  const fresh = await until('/stale', 'HIT')
  expect(fresh.text).not.toBe(old.text)
})

const BROWSERS = { br: 'gzip, deflate, br, zstd', gzip: 'gzip;q=1.0, br;q=0', identity: '' }
const SECRET = { 'x-purge': PURGE_SECRET }
const varied = (reply: ServerResponse) => says('public, s-maxage=60')(reply.setHeader('vary', 'accept-encoding'))

test('browsers that list encodings differently share a cached copy, and each encoding has its own', async () => {
  answer = varied
  for (const [encoding, header] of Object.entries(BROWSERS)) {
    const first = await ask('/encoded', { 'accept-encoding': header })
    expect([first.cache, received['accept-encoding']]).toEqual(['MISS', encoding])
    expect(await ask('/encoded', { 'accept-encoding': encoding })).toEqual({ ...first, cache: 'HIT' })
  }
})

test('a purge from this machine with the secret replaces the copy for everyone, and no other request does', async () => {
  answer = varied
  for (const [encoding, header] of Object.entries(BROWSERS)) {
    const old = await ask('/purged', { 'accept-encoding': header })
    expect((await ask('/purged', { 'accept-encoding': header, 'x-purge': 'guessed' })).cache).toBe('HIT')
    const purge = await ask('/purged', { 'accept-encoding': encoding, ...SECRET })
    expect([purge.cache, received['x-purge']]).toEqual(['BYPASS', undefined])
    expect(purge.text).not.toBe(old.text)
    expect(await ask('/purged', { 'accept-encoding': header })).toEqual({ ...purge, cache: 'HIT' })
  }
  const elsewhere = get(`${proxy.address}/purged`, { localAddress: '127.0.0.2', headers: SECRET })
  const [got] = (await once(elsewhere, 'response')) as [IncomingMessage]
  expect(got.resume().headers['x-cache']).toBe('HIT')
})

test('a purge does not cache a private answer', async () => {
  answer = says('private')
  expect((await ask('/private', SECRET)).cache).toBe('BYPASS')
  expect((await ask('/private')).cache).toBe('MISS')
})

test('deleting the files of the cache purges every page', async () => {
  answer = says('public, s-maxage=60')
  const old = await ask('/all')
  expect((await ask('/all')).cache).toBe('HIT')
  for (const name of readdirSync(proxy.cacheFolder, { recursive: true, encoding: 'utf8' })) {
    const file = join(proxy.cacheFolder, name)
    if (statSync(file).isFile()) rmSync(file)
  }
  const fresh = await ask('/all')
  expect([fresh.cache, fresh.status]).toEqual(['MISS', 200])
  expect(fresh.text).not.toBe(old.text)
  expect((await ask('/all')).cache).toBe('HIT')
})

test('no request fails when one server stops, and cached pages are served without any server', async () => {
  answer = says('public, s-maxage=1, stale-while-revalidate=300')
  const known = await ask('/known')
  answer = says('no-store')
  let isStopped = false
  const reading = (async () => {
    const found: number[] = []
    for (let number = 0; !isStopped || number < 50; number++) found.push((await ask(`/read/${number}`)).status)
    return found
  })()
  await servers[0]?.stop()
  isStopped = true
  expect(new Set(await reading)).toEqual(new Set([200]))

  await servers[1]?.stop()
  expect((await ask('/unknown')).status).toBe(502)
  expect(await until('/known', 'STALE')).toMatchObject({ status: 200, text: known.text })
  servers = []
})
