import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** The files of an app that hold this, without tests and their support. */
const filesWith = (app: string, pattern: RegExp) =>
  globSync('**/*.{ts,tsx}', { cwd: resolve(root, app), exclude: ['**/*.test.*', '**/testing/**'] })
    .filter((file) => pattern.test(readFileSync(resolve(root, app, file), 'utf8')))
    .toSorted()

// What these modules keep is typed by the list in the contract, from which the privacy page is made.
test('the pages keep something in a browser only through the module that knows the listed keys', () => {
  expect(filesWith('apps/web/app', /\b(localStorage|sessionStorage|indexedDB|cookieStore)\b|document\.cookie/)).toEqual(
    ['lib/auth-token.ts', 'lib/browser-storage.ts', 'lib/theme.ts'],
  )
})

test.each(['lib/auth-token.ts', 'lib/theme.ts'])(
  '%s reads a listed key in the script of the head, and no more',
  (file) => {
    const source = readFileSync(resolve(root, 'apps/web/app', file), 'utf8')
    const uses = source.match(/(localStorage|sessionStorage)\S*/g)
    expect(uses).toHaveLength(1)
    expect(uses?.[0]).toMatch(/^localStorage\.getItem\('\$\{(KEY|TOKEN)\}'\)/)
    expect(source).toMatch(/const (KEY|TOKEN) = '\w+' satisfies LocalKey/)
  },
)

test('the server sets cookies only through the module that knows the listed names', () => {
  expect(filesWith('apps/server/src', /header\('set-cookie'|setCookie\(/)).toEqual(['features/auth/session-cookie.ts'])
})
