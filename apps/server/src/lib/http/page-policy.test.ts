import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, type PagePolicy, withHashedScripts } from './page-policy.ts'

const NONCE = 'c2VjcmV0LW5vbmNl'
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('our inline scripts are allowed by hash, and the nonce is removed from the page', () => {
  const html = `<script nonce="${NONCE}">boot()</script><p>Hi</p><script nonce="${NONCE}" type="module" async="">import "/a.js"\n</script>`
  const result = withHashedScripts(html, NONCE)
  expect(result.html).toBe(`<script>boot()</script><p>Hi</p><script type="module" async="">import "/a.js"\n</script>`)
  expect(result.hashes).toEqual([hashOf('boot()'), hashOf('import "/a.js"\n')])
})

test('the same script twice has one hash', () => {
  const twice = `<script nonce="${NONCE}">go()</script>`.repeat(2)
  expect(withHashedScripts(twice, NONCE).hashes).toEqual([hashOf('go()')])
})

test.each([
  ['without a nonce', '<script>steal()</script>'],
  ['with a guessed nonce', '<script nonce="guess">steal()</script>'],
  ['with an empty nonce', '<script nonce="">steal()</script>'],
  ['with the nonce of another page', `<script nonce="${NONCE}x">steal()</script>`],
])('an injected script %s is not allowed to run', (_how, injected) => {
  const { hashes } = withHashedScripts(`${injected}<script nonce="${NONCE}">boot()</script>`, NONCE)
  expect(hashes).toEqual([hashOf('boot()')])
})

test('an injected unclosed script tag does not capture our script', () => {
  const { hashes } = withHashedScripts(`<script>steal();//<script nonce="${NONCE}">boot()</script>`, NONCE)
  expect(hashes).not.toContain(hashOf(`steal();//<script nonce="${NONCE}">boot()`))
  expect(hashes).not.toContain(hashOf('steal();//<script>boot()'))
})

const policyOf = (isSecure: boolean, changes: Partial<PagePolicy> = {}) =>
  contentSecurityPolicy({
    scriptHashes: [hashOf('boot()')],
    assetOrigin: 'https://cdn.example',
    avatarOrigin: 'https://cdn.discordapp.com',
    botCheckOrigin: null,
    uploadOrigin: null,
    isSecure,
    ...changes,
  })

test('a page may run its own scripts, show our pictures and be framed by nobody', () => {
  expect(policyOf(false).split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'self' ${hashOf('boot()')}`,
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https://cdn.example https://cdn.discordapp.com",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    'report-uri /api/csp-reports',
    'report-to csp',
  ])
})

test('a store behind https upgrades insecure requests', () => {
  expect(policyOf(true)).toMatch(/; upgrade-insecure-requests$/)
})

test('the bot check’s script and frame are allowed only on pages that use it', () => {
  const directives = policyOf(false, { botCheckOrigin: 'https://check.example' }).split('; ')
  expect(directives).toContain(`script-src 'self' ${hashOf('boot()')} https://check.example`)
  expect(directives).toContain(
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://check.example',
  )
  expect(policyOf(false)).not.toContain('check.example')
})

test('uploads are allowed only from pages that make them', () => {
  const directives = policyOf(false, { uploadOrigin: 'https://files.example' }).split('; ')
  expect(directives).toContain("connect-src 'self' https://files.example")
  expect(policyOf(false)).not.toContain('files.example')
})
