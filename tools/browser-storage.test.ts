import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Files of an app that contain this text, without tests and test support. */
const filesWith = (app: string, pattern: RegExp) =>
  globSync('**/*.{ts,tsx}', { cwd: resolve(root, app), exclude: ['**/*.test.*', '**/testing/**'] })
    .filter((file) => pattern.test(readFileSync(resolve(root, app, file), 'utf8')))
    .toSorted()

// The list is in the contract and also feeds the privacy page. The tests below check the modules with inline scripts.
test('pages use browser storage only in the modules that take their keys from the list', () => {
  expect(filesWith('apps/web/app', /\b(localStorage|sessionStorage|indexedDB|cookieStore)\b|document\.cookie/)).toEqual(
    [
      'lib/auth-token.ts',
      'lib/browser-storage.ts',
      'lib/early-events.ts',
      'lib/early-page.server.ts',
      'lib/gone-chunks.ts',
      'lib/theme.ts',
    ],
  )
})

test('lib/early-page.server.ts, an inline script in the head, reads only listed keys', () => {
  const source = readFileSync(resolve(root, 'apps/web/app/lib/early-page.server.ts'), 'utf8')
  expect(source.match(/localStorage/g)).toHaveLength(1)
  expect(source.match(/s\.\w+Item\('\$\{\w+\}'\)/g)).toEqual(["s.getItem('${TOKEN}')", "s.getItem('${SIGNED_OUT}')"])
  expect(source.match(/const \w+ = '\w+' satisfies LocalKey/g)).toHaveLength(2)
})

test.each(['lib/auth-token.ts', 'lib/theme.ts'])(
  '%s, an inline script in the head, reads only a listed key',
  (file) => {
    const source = readFileSync(resolve(root, 'apps/web/app', file), 'utf8')
    const uses = source.match(/(localStorage|sessionStorage)\S*/g)
    expect(uses).toHaveLength(1)
    expect(uses?.[0]).toMatch(/^localStorage\.getItem\('\$\{(KEY|TOKEN)\}'\)/)
    expect(source).toMatch(/const (KEY|TOKEN) = '\w+' satisfies LocalKey/)
  },
)

test('lib/early-events.ts, an inline script in the head, uses only listed keys', () => {
  const source = readFileSync(resolve(root, 'apps/web/app/lib/early-events.ts'), 'utf8')
  expect(source.match(/(localStorage|sessionStorage)\.\w+\('[^']*'/g)).toEqual([
    "sessionStorage.setItem('${AFTER_DISCORD}'",
    "localStorage.getItem('${KEY}'",
  ])
  expect(source.match(/(localStorage|sessionStorage)\b/g)).toHaveLength(2)
  expect(source).toMatch(/const KEY = '\w+' satisfies LocalKey\nconst AFTER_DISCORD = '\w+' satisfies TabKey/)
})

test('lib/gone-chunks.ts, an inline script in the head, uses only a listed key', () => {
  const source = readFileSync(resolve(root, 'apps/web/app/lib/gone-chunks.ts'), 'utf8')
  const uses = source.match(/(localStorage|sessionStorage)\S{0,20}/g)
  expect(uses).toHaveLength(2)
  for (const use of uses ?? []) expect(use).toMatch(/^sessionStorage\.[gs]etItem\('\$\{K/)
  expect(source).toMatch(/const KEY = '\w+' satisfies TabKey/)
})

test('the server sets cookies only through the module with the listed names', () => {
  expect(filesWith('apps/server/src', /header\('set-cookie'|setCookie\(/)).toEqual(['features/auth/session-cookie.ts'])
})
