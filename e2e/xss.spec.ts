import { createServer, request as send, type Server } from 'node:http'
import type { BrowserContext, Page } from '@playwright/test'
import { dropDatabase } from '@slipstream/db/testing/test-database'
import { linkIn, newestMail } from './mailbox.ts'
import { signIn } from './people.ts'
import { signInAsDeveloper } from './providers.ts'
import { startStore, startWorker, type StoreProcess } from './store-process.ts'
import { expect, store, test } from './store.ts'
import { PAYLOADS } from './xss-payloads.ts'
import { plantInDatabase, writeThroughApi } from './xss-seed.ts'

const NAME = `e2e_xss_${process.pid}`
const port = () => store.freePort(16)
const ownUrl = () => `http://127.0.0.1:${port() + 2}`

/** Its own store, in which every text by people is an attack. */
let own: StoreProcess | undefined
let proxy: Server | undefined
let worker: ReturnType<typeof startWorker> | undefined
let written: Awaited<ReturnType<typeof writeThroughApi>>
test.beforeAll(async () => {
  const shared = store.environment()
  const DATABASE_URL = await store.copyDemo(NAME)
  await plantInDatabase(DATABASE_URL)
  const environment = { ...shared, DATABASE_URL, REDIS_URL: new URL('/11', shared.REDIS_URL).href }
  own = await startStore(environment, port(), { publicUrl: ownUrl() })
  proxy = await startProxy()
  worker = startWorker(environment)
  written = await writeThroughApi(ownUrl())
})
test.afterAll(async () => {
  proxy?.closeAllConnections()
  proxy?.close()
  await worker?.stop()
  await own?.stop()
  await dropDatabase(store.environment().DATABASE_URL, NAME)
})

test.use({ baseURL: async ({}, use) => use(ownUrl()) })

test('T-XSS: a guest sees the payloads of their own thread as text, and a customer all payloads across the pages', async ({
  page,
  context,
}) => {
  const caught = await watch(context)
  const { pathname, hash } = new URL(linkIn(await newestMail(written.guest)).address)
  await visit(page, [pathname + hash])
  await signIn(page, 'demo_customer', '/')
  const seen = await visit(page, [
    '/',
    '/mods',
    '/mods/1',
    '/about',
    '/subscribe',
    '/mod-locker',
    '/profile?tab=notifications',
    '/tickets',
    `/tickets?ticket=${written.ticketId}`,
  ])
  await page.getByRole('button', { name: /\.log/ }).click()
  await expect(page.getByRole('region', { name: 'Log' })).toContainText(PAYLOADS[0] ?? '')
  expect(await hostileElements(page)).toEqual([])
  expect(seen.size).toBe(PAYLOADS.length)
  expect(caught).toEqual([])
})

test('T-XSS: an administrator sees and edits all payloads as text across the admin pages', async ({
  page,
  context,
}) => {
  const caught = await watch(context)
  await signIn(page, 'demo_admin', '/admin/tickets')
  const seen = await visit(page, [
    '/admin/tickets',
    `/admin/tickets?ticket=${written.ticketId}`,
    '/admin/support',
    '/admin/support?tab=problems',
    '/admin/support?tab=replies',
    `/admin/chat?room=${written.roomId}`,
    '/admin/notifications',
    '/admin/orders',
    '/admin/reviews',
    '/admin/communications/newsletter',
    '/admin/team/members',
    '/admin/team/categories',
  ])
  expect(seen.size).toBe(PAYLOADS.length)
  await visit(page, [
    '/admin/mods',
    '/admin/mods/featured',
    '/admin/mods/categories',
    '/admin/mods/reviews',
    '/admin/products/edit/1',
    '/admin/orders?tab=coupons',
    '/admin/subscriptions/plans',
    '/admin/database/logs',
    '/admin/settings',
    '/admin/settings/seo',
  ])
  expect(caught).toEqual([])
})

test('T-XSS: the developer sees payloads as text', async ({ page, context }) => {
  const caught = await watch(context)
  const dashboard = '/admin/developer?tab=tasks'
  await signInAsDeveloper(page, dashboard)
  await expect(page.getByRole('heading', { level: 1, name: 'Developer dashboard' })).toBeVisible()
  await visit(page, [dashboard, '/admin/developer?tab=alerts', '/admin/tickets', '/admin/database/logs'])
  expect(caught).toEqual([])
})

/**
 * A proxy that makes the policy of every page only report: a payload that gets through runs, and what the policy would
 * stop is reported.
 */
const startProxy = async () => {
  const proxy = createServer((request, response) => {
    const { method, url: path, headers } = request
    const forwarded = send({ host: '127.0.0.1', port: port(), method, path, headers }, (answer) => {
      for (const [name, value = ''] of Object.entries(answer.headers)) {
        response.setHeader(name === 'content-security-policy' ? `${name}-report-only` : name, value)
      }
      response.writeHead(answer.statusCode ?? 502)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(port() + 2, '127.0.0.1', resolve))
  return proxy
}

/** Collects every payload that runs and every attempt that the policy would stop. */
const watch = async (context: BrowserContext) => {
  const caught: string[] = []
  await context.exposeBinding('fired', ({ page }, number: number) => {
    caught.push(`${page.url()} ran ${PAYLOADS[number]}`)
  })
  await context.exposeBinding('stopped', ({ page }, what: string) => {
    caught.push(`${page.url()} was kept from ${what}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample, blockedURI }) =>
      (globalThis as unknown as { stopped: (what: string) => void }).stopped(
        `${effectiveDirective} ${blockedURI} ${sample}`,
      ),
    )
  })
  context.on('dialog', (dialog) => {
    caught.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  return caught
}

/** Opens pages and returns the payloads that they showed. Every page must show at least one. */
const visit = async (page: Page, paths: readonly string[]) => {
  const all = new Set<string>()
  for (const path of paths) {
    await page.goto(path)
    const shown = () => payloadsOn(page)
    await expect.poll(async () => (await shown()).length, { message: path }).toBeGreaterThan(path === '/' ? 0 : 1)
    await expect(page.locator('main [aria-busy="true"]'), path).toHaveCount(0)
    for (const number of await shown()) all.add(number)
    expect(await hostileElements(page), path).toEqual([])
  }
  return all
}

/** The numbers of the payloads that can be read on the page or edited in its fields. */
const payloadsOn = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const words = [...fields]
    // Scripts contain the data of the page too.
    while (texts.nextNode())
      if (!texts.currentNode.parentElement?.matches('script')) words.push(texts.currentNode.nodeValue ?? '')
    return [...new Set([...words.join('\n').matchAll(/fired\((\d+)\)/g)].map(([, number = '']) => number))]
  })

/** Elements that only a payload could have made: the store has no handlers in attributes and no such links. */
const hostileElements = (page: Page) =>
  page.evaluate(() => {
    const NEVER_OURS = 'object, embed, applet, base, frame, frameset, marquee, math, portal, isindex, xss, x'
    const RUNS = /^[\s\p{Cc}]*(?:j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t|vbscript|data\s*:\s*text)/iu
    const LOADED = new Set(['src', 'srcdoc', 'style', 'data', 'srcset', 'action', 'formaction', 'http-equiv'])
    const isHostile = (element: Element) =>
      element.matches(NEVER_OURS) ||
      (element.matches('script') && /^\W*fired\(/.test(element.textContent ?? '')) ||
      [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith('on') ||
          (LOADED.has(name) && value.includes('fired(')) ||
          (/href$|^(?:src|action|formaction|to|values)$/.test(name) && RUNS.test(value)),
      )
    return [...document.querySelectorAll('*')].filter(isHostile).map((element) => element.outerHTML.slice(0, 200))
  })
