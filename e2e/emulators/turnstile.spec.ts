import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { createTurnstileEmulator } from '@slipstream/emulators/turnstile/turnstile-emulator'
import { DEVELOPMENT_KEYS } from '@slipstream/emulators/turnstile/keys'
import { barriersOn } from '../barriers.ts'

type Turnstile = Record<'reset' | 'remove' | 'execute' | 'isExpired' | 'getResponse', (widget?: string) => unknown> & {
  render: (container: string, options: Record<string, unknown>) => string
}

declare global {
  interface Window {
    turnstile: Turnstile
    heard: [name: string, value?: string][]
  }
}

const { sitekey, secret } = DEVELOPMENT_KEYS
const HEAR = `window.heard = []
for (const name of ['callback', 'error-callback', 'expired-callback', 'before-interactive-callback']) {
  window['hear-' + name] = (value) => window.heard.push([name, value])
}
window.opened = () => window.heard.push(['onload'])
`

let emulator: ReturnType<typeof createTurnstileEmulator>
let emulatorAddress: string
let host: Server
let hostAddress: string
let complaints: string[]

/** A page with the CSP a store would use for the real Turnstile; its body is in the query. */
const serveHost = () =>
  createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://host')
    if (url.pathname === '/hear.js') return response.setHeader('content-type', 'text/javascript').end(HEAR)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('referrer-policy', 'no-referrer')
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self' ${emulatorAddress}; frame-src ${emulatorAddress}; connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'`,
    )
    return response.end(`<!doctype html><html lang="en"><head><title>Register</title><link rel="icon" href="data:,">
<script src="/hear.js"></script><script src="${emulatorAddress}/turnstile/v0/api.js${url.searchParams.get('script') ?? ''}" async></script></head>
<body><main><h1>Register</h1><form>${url.searchParams.get('body') ?? ''}</form></main></body></html>`)
  })

test.beforeAll(async () => {
  emulator = createTurnstileEmulator({ address: '' })
  emulatorAddress = await emulator.app.listen({ host: '127.0.0.1', port: 0 })
  host = serveHost().listen(0, '127.0.0.1')
  await once(host, 'listening')
  hostAddress = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})

test.beforeEach(async ({ page }) => {
  await control('reset')
  complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
})

test.afterAll(async () => {
  host.closeAllConnections()
  host.close()
  await emulator.app.close()
})

const control = (name: string, order: Record<string, unknown> = {}) =>
  fetch(`${emulatorAddress}/_control/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })

const verify = async (response: string) => {
  const answer = await fetch(`${emulatorAddress}/turnstile/v0/siteverify`, {
    method: 'POST',
    body: new URLSearchParams({ secret, response }),
  })
  return (await answer.json()) as { success: boolean; 'error-codes': string[] }
}

const HEARERS = ['callback', 'error-callback', 'expired-callback', 'before-interactive-callback']
const implicit = (key: string = sitekey, more = '') =>
  `<div class="cf-turnstile" data-sitekey="${key}" ${HEARERS.map((name) => `data-${name}="hear-${name}"`).join(' ')} ${more}></div>`

const open = (page: Page, body: string, script = '') =>
  page.goto(`${hostAddress}/?${new URLSearchParams({ body, script })}`)

const widget = (page: Page) => page.frameLocator('iframe')
const field = (page: Page) => page.locator('input[name=cf-turnstile-response]')
const heard = (page: Page) => page.evaluate(() => window.heard.map(([name]) => name))
const render = (page: Page, options: Record<string, unknown>) =>
  page.evaluate(
    (given) =>
      window.turnstile.render('#here', {
        callback: (token: string) => window.heard.push(['callback', token]),
        'error-callback': (code: string) => window.heard.push(['error-callback', code]),
        ...given,
      }),
    { sitekey, ...options },
  )

test('a passed widget gives the page a token that siteverify accepts once', async ({ page }) => {
  await open(page, implicit(sitekey, 'data-action="register" data-cdata="cart-1"'))
  await expect(widget(page).getByRole('status')).toHaveText('Success!')
  await expect(field(page)).toHaveValue(/^0\./)
  const token = await field(page).inputValue()
  expect(await page.evaluate(() => window.heard)).toEqual([['callback', token]])
  expect(await page.evaluate(() => window.turnstile.getResponse())).toBe(token)

  expect(await verify(token)).toMatchObject({
    success: true,
    hostname: '127.0.0.1',
    action: 'register',
    cdata: 'cart-1',
  })
  expect(await verify(token)).toMatchObject({ success: false, 'error-codes': ['timeout-or-duplicate'] })

  await page.evaluate(() => window.turnstile.reset())
  await expect(field(page)).not.toHaveValue(token)
  await expect(field(page)).toHaveValue(/^0\./)
  expect(complaints).toEqual([])
})

test('an interactive widget waits for the visitor and works by keyboard', async ({ page }) => {
  await control('mode', { mode: 'interactive' })
  await open(page, implicit())
  const box = widget(page).getByRole('checkbox', { name: 'Verify you are human' })
  await expect(box).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await page.keyboard.press('Tab')
  await expect(box).toBeFocused()
  await page.keyboard.press('Space')
  await expect(field(page)).toHaveValue(/^0\./)
  expect(await heard(page)).toEqual(['before-interactive-callback', 'callback'])
  expect(await verify(await field(page).inputValue())).toMatchObject({ success: true })
  expect(complaints).toEqual([])
})

test('a failing widget calls error-callback on every attempt', async ({ page }) => {
  await control('mode', { mode: 'fail' })
  await open(page, implicit())
  await expect(widget(page).getByRole('status')).toHaveText('Verification failed. Try again.')
  expect(await page.evaluate(() => window.heard)).toEqual([['error-callback', '600010']])
  await widget(page).getByRole('checkbox').click()
  await expect.poll(() => heard(page)).toEqual(['error-callback', 'error-callback'])
  await expect(field(page)).toHaveValue('')

  await control('mode', { mode: 'pass' })
  await widget(page).getByRole('checkbox').click()
  await expect(field(page)).toHaveValue(/^0\./)
  expect(complaints).toEqual([])
})

test('an expired token is cleared and expired-callback is called', async ({ page }) => {
  await control('mode', { mode: 'expired' })
  await open(page, implicit())
  await expect.poll(() => heard(page)).toEqual(['callback', 'expired-callback'])
  await expect(field(page)).toHaveValue('')
  expect(await page.evaluate(() => window.turnstile.isExpired())).toBe(true)
  const token = await page.evaluate(() => window.heard[0]?.[1] ?? '')
  expect(await verify(token)).toMatchObject({ success: false, 'error-codes': ['timeout-or-duplicate'] })
  expect(complaints).toEqual([])
})

test('after five minutes the widget refreshes its token', async ({ page }) => {
  await page.clock.install()
  await open(page, implicit())
  await expect(field(page)).toHaveValue(/^0\./)
  const token = await field(page).inputValue()
  await page.clock.runFor(301_000)
  await expect.poll(() => heard(page)).toEqual(['callback', 'expired-callback', 'callback'])
  await expect(field(page)).not.toHaveValue(token)
})

test('explicit rendering supports onload, response-field-name, execution on demand and removal', async ({ page }) => {
  await open(page, '<div id="here"></div>', '?render=explicit&onload=opened')
  await expect.poll(() => heard(page)).toEqual(['onload'])
  await expect(page.locator('iframe')).toHaveCount(0)

  const id = await render(page, { 'response-field-name': 'human', execution: 'execute' })
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.evaluate((which) => window.turnstile.execute(which), id)
  await expect(page.locator('input[name=human]')).toHaveValue(/^0\./)
  expect(await heard(page)).toEqual(['onload', 'callback'])

  await page.evaluate((which) => window.turnstile.remove(which), id)
  await expect(page.locator('iframe, input')).toHaveCount(0)

  await render(page, { 'response-field': false })
  await expect.poll(() => heard(page)).toEqual(['onload', 'callback', 'callback'])
  await expect(page.locator('input')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a wrong sitekey, an unreachable frame and an unknown option each report an error', async ({ page }) => {
  await open(page, '<div id="here"></div>', '?render=explicit&onload=opened')
  await expect.poll(() => heard(page)).toEqual(['onload'])
  await render(page, { sitekey: '0x4WRONG' })
  await expect.poll(() => page.evaluate(() => window.heard.at(-1))).toEqual(['error-callback', '110100'])
  await control('faults', { kind: 'error', call: 'GET /turnstile/v0/frame' })
  await render(page, {})
  await expect.poll(() => page.evaluate(() => window.heard.at(-1))).toEqual(['error-callback', '200500'])
  await expect(render(page, { color: 'red' })).rejects.toThrow('Unknown parameter "color"')
})

test('an invisible test sitekey shows nothing, and the sizes match the real widget', async ({ page }) => {
  await open(page, implicit('1x00000000000000000000BB'))
  await expect(field(page)).toHaveValue('XXXX.DUMMY.TOKEN.XXXX')
  expect(await page.locator('iframe').boundingBox()).toMatchObject({ width: 0, height: 0 })
  await open(page, implicit(sitekey))
  expect(await page.locator('iframe').boundingBox()).toMatchObject({ width: 300, height: 65 })
  await open(page, implicit(sitekey, 'data-size="compact"'))
  expect(await page.locator('iframe').boundingBox()).toMatchObject({ width: 150, height: 140 })
})

for (const colorScheme of ['dark', 'light'] as const) {
  test(`axe finds nothing in the widget and on the emulator's page in a ${colorScheme} browser`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await open(page, implicit())
    await expect(widget(page).getByRole('status')).toHaveText('Success!')
    expect(await barriersOn(page)).toEqual([])
    for (const [mode, size] of [
      ['interactive', 'normal'],
      ['fail', 'compact'],
    ]) {
      await control('mode', { mode })
      await open(page, implicit(sitekey, `data-size="${size}"`))
      await expect(widget(page).getByRole('checkbox')).toBeVisible()
      expect(await barriersOn(page)).toEqual([])
    }
    await page.goto(emulatorAddress)
    expect(await barriersOn(page)).toEqual([])
  })
}
