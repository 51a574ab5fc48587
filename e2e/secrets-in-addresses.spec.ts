import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { BrowserContext, Page, Request } from '@playwright/test'
import { api } from './api.ts'
import { linkIn, newestMail } from './mailbox.ts'
import { accountButton, createPerson, openAwake, sessionCookieIn, tokenIn, typeCredentials } from './people.ts'
import { continueAs, createDiscordUser, removeDiscordUser } from './providers.ts'
import { startStore, startWorker, type StoreProcess } from './store-process.ts'
import { expect, store, test } from './store.ts'

const port = () => store.freePort(10)
const picturesPort = () => store.freePort(12)

let shop: StoreProcess
let worker: ReturnType<typeof startWorker>
let pictures: Server
/** What the picture host, a third party, receives. */
let told: { url: string; headers: IncomingHttpHeaders }[]

/** A store with the most verbose log, and a third-party picture host that records everything. */
test.beforeAll(async () => {
  pictures = createServer(({ url = '', headers }, response) => {
    told.push({ url, headers })
    response.setHeader('content-type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg"/>')
  }).listen(picturesPort(), '127.0.0.1')
  await once(pictures, 'listening')
  const environment = {
    ...store.environment(),
    PUBLIC_URL: `http://127.0.0.1:${port()}`,
    // A different host from the store's, so that the browser treats it as cross-origin.
    DISCORD_CDN_URL: `http://localhost:${picturesPort()}`,
  }
  shop = await startStore(environment, port(), { logLevel: 'trace' })
  worker = startWorker(environment, { logLevel: 'trace' })
})
test.beforeEach(() => {
  told = []
})
test.afterAll(async () => {
  await Promise.all([shop.stop(), worker.stop()])
  pictures.closeAllConnections()
  pictures.close()
})
test.use({ baseURL: async ({}, use) => use(`http://127.0.0.1:${port()}`) })

/** Every URL the browser requests, and its Referer. */
const watchAddresses = (context: BrowserContext) => {
  const asked: Promise<{ url: string; referer: string }>[] = []
  const note = (request: Request) => {
    const url = request.url()
    asked.push(request.allHeaders().then(({ referer = '' }) => ({ url, referer })))
  }
  context.on('request', note)
  return () => {
    // An open page keeps polling, which would never let the list settle.
    context.off('request', note)
    return Promise.all(asked)
  }
}

/** Everything this tab would reveal to the next user or to a script of another page. */
const memoryOf = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  await session.detach()
  const here = await page.evaluate(() => [
    location.href,
    document.referrer,
    JSON.stringify(history.state),
    ...performance.getEntries().map(({ name }) => name),
  ])
  return { entries: entries.map(({ url }) => url), here }
}

const expectNowhere = (places: Record<string, unknown>, secrets: Record<string, string | null | undefined>) => {
  for (const [secretName, secret] of Object.entries(secrets)) {
    // A missing secret is found nowhere, which would prove nothing.
    expect(secret?.length, secretName).toBeGreaterThanOrEqual(20)
    for (const [place, content] of Object.entries(places)) {
      expect(JSON.stringify(content).includes(secret!), `the ${secretName} is found in ${place}`).toBe(false)
    }
  }
}

test('after a Discord sign-in no log, history or third party has a working secret', async ({ page, context }) => {
  const racer = await createDiscordUser()
  const addresses = watchAddresses(context)
  try {
    await openAwake(page, '/login')
    await page.getByRole('link', { name: 'Continue with Discord' }).click()
    await continueAs(page, racer.username)
    await expect(accountButton(page, racer.username)).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect.poll(() => told.length).toBeGreaterThan(0)
    const landing = await memoryOf(page)
    // Navigates on, so that this page would become the Referer.
    await page.goto('/about')
    await expect(accountButton(page, racer.username)).toBeVisible()
    await expect.poll(shop.log).toContain('"path":"/about"')

    const asked = await addresses()
    const memory = await memoryOf(page)
    const places = {
      'the log': shop.log(),
      'an address': asked.map(({ url }) => url),
      'a Referer': asked.map(({ referer }) => referer),
      'the history': memory.entries,
      'the page': memory.here,
      'what the host of the pictures was told': told,
    }
    expect(shop.log()).toContain('"path":"/api/auth/discord/callback')
    expectNowhere(
      { ...places, ...landing },
      { 'session cookie': await sessionCookieIn(page), 'auth token': await tokenIn(page) },
    )

    // The ticket is in exactly one URL.
    const withTicket = asked.filter(({ url }) => url.includes('discord_success'))
    expect(withTicket).toHaveLength(1)
    const ticket = new URL(withTicket[0]!.url).searchParams.get('token')
    const { 'an address': all, ...others } = places
    expectNowhere({ ...others, 'the history at once': landing.entries }, { ticket })
    expect(all.filter((url) => url.includes(ticket!))).toEqual([withTicket[0]!.url])

    // And it no longer works, and neither do the code and the state from Discord.
    const replay = await page.request.post(api('/api/auth/discord/ticket'), { data: { ticket } })
    expect(replay.status()).toBe(410)
    const callback = asked.find(({ url }) => url.includes(api('/api/auth/discord/callback')))
    const again = await page.request.get(callback!.url, { maxRedirects: 0 })
    expect(again.headers().location).toBe('/?error=discord_failed')
    const { searchParams } = new URL(callback!.url)
    expectNowhere(others, { code: searchParams.get('code') })
    // Discord's pages have the state in their URL; we log it nowhere.
    expectNowhere({ 'the log': shop.log(), told }, { state: searchParams.get('state') })

    // The third party sees the picture request and nothing about the visitor.
    for (const { headers } of told) {
      expect(headers.referer).toBeUndefined()
      expect(headers.cookie).toBeUndefined()
      expect(headers.authorization).toBeUndefined()
    }
  } finally {
    await removeDiscordUser(racer)
  }
})

test('after a password reset no log or history has a working secret', async ({ page, context }) => {
  const { username, email } = await createPerson()
  const addresses = watchAddresses(context)
  await openAwake(page, '/login')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  const link = linkIn(await newestMail(email))
  expect(link.address).toBe(`${shop.url}/login#reset=${link.secret}`)

  await page.goto(link.address)
  await page.getByLabel('New password').fill('a fresh set of tyres')
  // The link is removed from the address before it is used.
  expectNowhere(await memoryOf(page), { 'reset token': link.secret })
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your new password is set. Log in with it.')).toBeVisible()
  await typeCredentials(page, username, 'a fresh set of tyres')
  await expect(accountButton(page, username)).toBeVisible()

  const asked = await addresses()
  const places = {
    'the log of the store': shop.log(),
    'the log of the worker': worker.log(),
    'an address': asked.map(({ url }) => url),
    'a Referer': asked.map(({ referer }) => referer),
    ...(await memoryOf(page)),
  }
  expect(shop.log()).toContain('"path":"/api/auth/reset-password')
  expectNowhere(places, {
    'session cookie': await sessionCookieIn(page),
    'auth token': await tokenIn(page),
    'reset token': link.secret,
  })
  expect(JSON.stringify(places)).not.toContain('a fresh set of tyres')
  const replay = await page.request.post(api('/api/auth/reset-password'), {
    data: { token: link.secret, password: 'another password' },
  })
  expect(replay.status()).toBe(410)
})
