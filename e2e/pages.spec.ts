import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { openAwake } from './people.ts'
import { expect, OPEN_PAGES, store, test } from './store.ts'

const html = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(store.url() + path, { headers })
  return { response, text: await response.text() }
}

test('every page is served complete, with a CSP that allows no scripts but our own', async () => {
  for (const path of OPEN_PAGES) {
    const { response, text } = await html(path)
    expect(response.status, path).toBe(200)
    // How React inserts a part that streams in after the end of the page.
    expect(text, path).not.toMatch(/<template id="B:|\$RC\(/)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain("script-src 'self' 'sha256-")
    expect(text, path).not.toContain('nonce=')
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
    const high = findings.filter(({ severity }) => severity === Severity.HIGH || severity === Severity.HIGH_MAYBE)
    expect(high, path).toEqual([])
  }
  // A page of the development server only.
  expect((await html('/debug-ui')).response.status).toBe(404)
})

test('two visitors get identical bytes and headers, whatever their cookies, and build files that were compressed once', async () => {
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

  const asset = /\/assets\/vendor-[\w.-]+\.js/.exec(one.text)?.[0] ?? ''
  const { response } = await html(asset, { 'accept-encoding': 'br' })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
  })
})

test('a link inside the store changes the title and moves the focus, and a crashing page keeps the rest working and can be retried', async ({
  page,
  complaints,
}) => {
  // Before hydration a link loads a whole page, which the broken data does not reach.
  await openAwake(page, '/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Refund Policy' })).toBeVisible()
  await expect(page).toHaveTitle('Refund Policy | Slipstream')
  // Keyboard and screen reader continue at the new page's content, not in the footer.
  await expect(page.locator('#main')).toBeFocused()
  await page.getByRole('link', { name: 'Back to Home' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Orsana Aurelion' })).toBeVisible()

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
