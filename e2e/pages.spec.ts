import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { api } from './api.ts'
import { openAwake } from './people.ts'
import { expect, OPEN_PAGES, store, test } from './store.ts'

const html = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(store.url() + path, { headers })
  return { response, text: await response.text() }
}

test('the server-rendered home page has its text, description and cards', async () => {
  const { response, text } = await html('/')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('public, s-maxage=60, stale-while-revalidate=300')
  expect(text).toContain('<title>Slipstream: premium vehicle mods</title>')
  expect(text).toMatch(/<meta name="description" content="[^"]{40,}"/)
  for (const card of ['og:title', 'og:description', 'og:url', 'og:image', 'og:site_name', 'og:type']) {
    expect(text).toMatch(new RegExp(`<meta property="${card}" content="[^"]+"`))
  }
  expect(text).toContain('Orsana Aurelion')
  expect(text).toContain('Maren Kessel')
})

test('the picture on the mod cards exists', async () => {
  const { text } = await html('/')
  const address = /property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? ''
  const picture = await fetch(address)
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
})

test('two visitors get identical bytes and headers, whatever their cookies', async () => {
  const ask = async (cookie: string) => {
    const { response, text } = await html('/', { cookie, 'accept-language': cookie === 'a=1' ? 'de' : 'en' })
    const headers = Object.fromEntries(response.headers)
    delete headers.date
    delete headers['x-request-id']
    return { headers, text }
  }
  await ask('warm=1')
  const [one, two] = [await ask('a=1'), await ask('session=secret; theme=light')]
  expect(two).toEqual(one)
})

test('a page has its final layout before any script runs', async () => {
  for (const path of OPEN_PAGES) {
    const { text } = await html(path)
    // How React inserts a part that streams in after the end of the page.
    expect(text, path).not.toMatch(/<template id="B:|\$RC\(/)
  }
})

test('the CSP allows no scripts but our own', async () => {
  for (const path of OPEN_PAGES) {
    const { response, text } = await html(path)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain("script-src 'self' 'sha256-")
    expect(text, path).not.toContain('nonce=')
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
    const high = findings.filter(({ severity }) => severity === Severity.HIGH || severity === Severity.HIGH_MAYBE)
    expect(high, path).toEqual([])
  }
})

test('pages and files have the security headers', async () => {
  const { text } = await html('/')
  const asset = /\/assets\/[\w.-]+\.js/.exec(text)?.[0] ?? ''
  for (const path of ['/', asset, api('/api/site/status'), '/nowhere']) {
    const { response } = await html(path)
    expect(Object.fromEntries(response.headers), path).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(response.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
  }
})

test('build files are precompressed and immutable', async () => {
  const { text } = await html('/')
  const asset = /\/assets\/vendor-[\w.-]+\.js/.exec(text)?.[0] ?? ''
  const response = await fetch(store.url() + asset, { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const page = await fetch(store.url(), { headers: { 'accept-encoding': 'gzip' } })
  expect(page.headers.get('content-encoding')).toBe('gzip')
  expect(page.headers.get('vary')).toContain('accept-encoding')
})

test('a link inside the store changes the title and moves the focus to the new content', async ({ page }) => {
  await openAwake(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Refund Policy' })).toBeVisible()
  await expect(page).toHaveTitle('Refund Policy | Slipstream')
  // Keyboard and screen reader continue at the new page's content, not in the footer.
  await expect(page.locator('#main')).toBeFocused()
  await page.getByRole('link', { name: 'Back to Home' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orsana Aurelion' })).toBeVisible()
})

for (const path of ['/nowhere', '/mods/1/nothing', '/admin/nowhere', '/admin/support/faq', '/debug-ui']) {
  test(`[ROUTE-05] ${path} shows the not-found page`, async ({ page, complaints }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByText('Page not found')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    // The browser itself reports the 404.
    complaints.splice(0).forEach((complaint) => expect(complaint).toContain('404'))
  })
}

test('an unknown API path answers in JSON', async () => {
  const { response, text } = await html('/api/nothing')
  expect(response.status).toBe(404)
  expect(JSON.parse(text)).toMatchObject({ code: 'request.not_found' })
})

test('[ROUTE-03] /contact and /tickets are the same page under their two labels', async ({ page }) => {
  for (const [path, label] of [
    ['/contact', 'Support / Contact Us'],
    ['/tickets', 'Support Tickets'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send message' })).toBeVisible()
  }
})

test('a crashing page keeps the rest of the store working and can be retried', async ({ page, complaints }) => {
  // Before hydration a link loads a whole page, which the broken data does not reach.
  await openAwake(page, '/')
  await page.route('**/about.data*', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: 'The whole team' }).click()
  await expect(page.getByRole('heading', { name: 'This page broke down' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.unroute('**/about.data*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'A small workshop with a loud dyno' })).toBeVisible()
  complaints.length = 0
})

test('an unsupported method is rejected with the standard error body', async () => {
  const response = await fetch(`${store.url()}/about`, { method: 'POST' })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'request.not_found', requestId: expect.any(String) })
})
