import { expect, test } from 'vitest'
import { safePath } from './next-path.ts'

const STORE = 'https://store.example'

test.each(['/', '/profile', '/mods/12?tab=reviews#write', '/mods?q=a%20b', '/checkout?back=//a', '/mods/%C3%A9'])(
  'next=%s is accepted as a destination',
  (path) => {
    expect(safePath(path)).toBe(path)
  },
)

test.each([
  null,
  '',
  'profile',
  'https://other.example/',
  '//other.example',
  '/\\other.example',
  '/\t/other.example',
  '/\n/other.example',
  '/mods//other.example',
  '/..//other.example',
  '/./profile',
  '/mods/../profile',
  '/%2fother.example',
  '/%5Cother.example',
  '/%00',
  '/%0d%0aset-cookie:a=b',
  '/a b',
  '/é',
  'javascript:alert(1)',
])('next=%j leads to the home page', (path) => {
  expect(safePath(path)).toBe('/')
})

/** All URLs made of up to four of these parts, which URL parsers disagree about. */
const PARTS = ['/', '\\', '%2f', '%5C', '.', '..', '@', ':', '?', '#', '\t', '\n', '\u0000', 'other.example', 'a', '%']
const addresses = (length: number): string[] =>
  length === 0 ? [''] : addresses(length - 1).flatMap((start) => PARTS.map((part) => start + part))

test('every accepted destination stays on this site and is the same path for the browser and the router', () => {
  let accepted = 0
  for (const address of [1, 2, 3, 4].flatMap(addresses)) {
    const path = safePath(`/${address}`)
    const url = new URL(path, STORE)
    if (url.origin !== STORE || url.pathname + url.search + url.hash !== path || /^\/[/\\]/.test(path)) {
      expect.fail(`${JSON.stringify(address)} became ${path}`)
    }
    if (path !== '/') accepted += 1
  }
  expect(accepted).toBeGreaterThan(1_000)
})
