import { existsSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { EARLY_PAGES, earlyPageScript, filesOf } from './early-page.server.ts'

const MANIFEST = {
  'app/features/locker/locker-page.tsx': { file: 'assets/locker-page-1.js', imports: ['_dialog.js', '_vendor.js'] },
  '_dialog.js': { file: 'assets/dialog-2.js', imports: ['_vendor.js'] },
  '_vendor.js': { file: 'assets/vendor-3.js' },
}

interface Visit {
  storage?: Record<string, string>
  search?: string
  pathname?: string
  user?: object | null
  maintenanceMode?: boolean
}

/** Runs the script as a browser would, and returns what it requested. */
const visit = async ({
  storage = {},
  search = '',
  pathname = '/mod-locker',
  user = {},
  maintenanceMode = false,
}: Visit) => {
  const asked: string[] = []
  const tokens = new Set<unknown>()
  const preloaded: string[] = []
  const window: { earlyAnswers?: Record<string, unknown> } = {}
  runInNewContext(earlyPageScript(pathname, MANIFEST), {
    window,
    Response,
    location: { search },
    localStorage: { getItem: (key: string) => storage[key] ?? null },
    document: { createElement: () => ({}), head: { append: ({ href }: { href: string }) => preloaded.push(href) } },
    fetch: (address: string, { headers }: { headers: Record<string, unknown> }) => {
      asked.push(address)
      tokens.add(headers.authorization)
      if (address === '/api/site/status') return Promise.resolve(Response.json({ maintenanceMode }))
      return Promise.resolve(user === null ? new Response('', { status: 401 }) : Response.json(user))
    },
  })
  // Nothing here waits for anything outside this process, so turns of the event loop are enough, however slow they are.
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
  const data = asked.filter((address) => address !== '/api/site/status')
  return { asked: data, tokens: [...tokens], preloaded, window }
}
const SIGNED_IN = { auth_token: 'abc' }

test('a signed-in browser requests the user and the first data of the page before its code runs', async () => {
  const { asked, tokens, preloaded, window } = await visit({ storage: SIGNED_IN })
  expect(asked).toEqual(['/api/auth/user', '/api/locker'])
  expect(tokens).toEqual(['Bearer abc'])
  expect(preloaded).toEqual(['/assets/locker-page-1.js', '/assets/dialog-2.js', '/assets/vendor-3.js'])
  expect(window.earlyAnswers?.token).toBe('abc')
})

test('a visitor without a token, or one who logged out, requests nothing early', async () => {
  const [visitor, leaver] = await Promise.all([
    visit({}),
    visit({ storage: { ...SIGNED_IN, signed_out: 'confirmed' } }),
  ])
  expect([visitor.asked, visitor.preloaded, leaver.asked]).toEqual([[], [], []])
})

test('in maintenance the page gets no early user, and no data is requested', async () => {
  const { asked, window } = await visit({ storage: SIGNED_IN, maintenanceMode: true })
  expect(asked).toEqual(['/api/auth/user'])
  await expect(window.earlyAnswers?.['/api/auth/user']).rejects.toBe(0)
})

test('[GATE-05] the page asks for the site status itself, so that its first poll is a request', async () => {
  for (const maintenanceMode of [false, true]) {
    const { window } = await visit({ storage: SIGNED_IN, maintenanceMode })
    expect(Object.keys(window.earlyAnswers ?? {})).not.toContain('/api/site/status')
  }
})

test('a session that has ended requests no data early', async () => {
  expect((await visit({ storage: SIGNED_IN, user: null })).asked).toEqual(['/api/auth/user'])
})

test('only an admin with a second factor requests admin data early', async () => {
  const asked = async (user: object) => (await visit({ storage: SIGNED_IN, pathname: '/admin/orders/', user })).asked
  expect(await asked({ isAdmin: true })).toEqual([
    '/api/auth/user',
    '/api/admin/orders',
    '/api/admin/dashboard/waiting',
  ])
  expect(await asked({ isAdmin: true, needsSecondFactor: true })).toEqual(['/api/auth/user'])
  expect(await asked({})).toEqual(['/api/auth/user'])
})

test('a URL with a query requests only the user early, because it shows something else first', async () => {
  expect((await visit({ storage: SIGNED_IN, search: '?order=7' })).asked).toEqual(['/api/auth/user'])
})

test('a public page requests only the user early', async () => {
  expect((await visit({ storage: SIGNED_IN, pathname: '/mods/1' })).asked).toEqual(['/api/auth/user'])
})

test('every file that a page loads early exists', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const named = Object.values(EARLY_PAGES).flatMap(({ modules }) => modules)
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  expect(filesOf({}, named)).toEqual([])
})
