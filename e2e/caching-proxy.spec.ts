import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, request } from '@playwright/test'
import { startCachingProxy } from '../tools/bench/caching-proxy.ts'
import { freePorts } from '../tools/bench/free-port.ts'
import { repositoryRoot } from '../tools/services/places.ts'
import { createPerson, PUBLIC_PASSWORD } from './people.ts'
import { expect, fromSomewhere, store, test } from './store.ts'

type Proxy = Awaited<ReturnType<typeof startCachingProxy>>
let proxy: Proxy
test.beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  const servers = [store.url(), store.secondUrl()].map((url) => Number(new URL(url).port))
  proxy = await startCachingProxy(port, servers)
})
test.afterAll(() => proxy.close())

interface Described {
  paths: Record<string, Record<string, unknown>>
}

/** The paths of all GETs of the API without path parameters. */
const readable = () => {
  const { paths } = JSON.parse(readFileSync(join(repositoryRoot, 'docs/openapi.json'), 'utf8')) as Described
  const found = Object.keys(paths).filter((path) => paths[path]?.get !== undefined && !path.includes('{'))
  // The live stream never ends.
  return found.filter((path) => !path.startsWith('/api/live'))
}

const open = () =>
  request.newContext({
    baseURL: proxy.address,
    extraHTTPHeaders: { ...fromSomewhere(), origin: store.url(), 'x-requested-with': 'XMLHttpRequest' },
  })
const ask = async (context: APIRequestContext, path: string) => {
  const got = await context.get(path)
  return { status: got.status(), cache: got.headers()['x-cache'], text: await got.text() }
}

test('the log of the shipped nginx has neither queries nor the links that end mails', async () => {
  const visitor = await open()
  await ask(visitor, '/api/mail/unsubscribe/A-SECRET-LINK')
  await ask(visitor, '/mods?q=A-SECRET-SEARCH')
  const lines = () => readFileSync(proxy.logFile, 'utf8')
  await expect.poll(lines).toContain('"GET /mods" ')
  expect(lines()).toContain('"GET /api/mail/unsubscribe/*" ')
  expect(lines()).not.toContain('A-SECRET')
})

test('behind the shipped nginx pages come from its cache, and no answer to one person reaches another', async () => {
  const { username } = await createPerson()
  const [person, visitor] = [await open(), await open()]
  const signedIn = await person.post('/api/auth/login', { data: { username, password: PUBLIC_PASSWORD } })
  expect(signedIn.ok(), await signedIn.text()).toBe(true)

  for (const path of ['/', '/mods', '/mods/2', '/terms']) {
    await ask(visitor, path)
    expect(await ask(person, path), path).toMatchObject({ status: 200, cache: 'HIT' })
  }
  let personal = 0
  for (const path of readable()) {
    const own = await ask(person, path)
    const foreign = await ask(visitor, path)
    const isRefused = foreign.status === 401 || foreign.status === 403
    if (own.status === 200 && isRefused) personal += 1
    // A cached answer must not depend on who requested it first.
    if (foreign.cache === 'HIT') expect(foreign.text, path).not.toContain(username)
    if (isRefused) expect(foreign.cache, path).not.toBe('HIT')
    expect(own.cache === 'HIT' && own.text.includes(username), path).toBe(false)
  }
  expect(personal).toBeGreaterThan(10)
  await person.dispose()
  await visitor.dispose()
})
