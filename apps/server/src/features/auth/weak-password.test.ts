import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { mailedSecret } from '#testing/mailed-secret.ts'
import { freshName, newBrowser, newPerson, register } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { refuseWeakPassword } from './weak-password.ts'

const OWNER = { username: 'Mara_Quick', email: 'mara.schnell@mail.example' }
const isRefused = (password: string) => {
  try {
    refuseWeakPassword(password, OWNER)
    return false
  } catch {
    return true
  }
}

test.each([
  'qwertyuiop',
  '1234567890',
  '12345678901234567890',
  'abcdefghijkl',
  '9876543210',
  'Password123!',
  'P@ssw0rd2024!',
  '!!sunshine!!99',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'passwordpassword',
  'mara_quick',
  'MARA_QUICK2026',
  '1mara.schnell1',
])('%s is refused as a new password', (password) => {
  expect(isRefused(password)).toBe(true)
})

test.each([
  PUBLIC_PASSWORD,
  'an entirely new one',
  'correct horse battery staple',
  'mara_quick drives on gravel',
  'k7#vTq9!xw2L',
  'Größe zählt ✓✓',
  'ab'.repeat(3) + 'zebra crossing',
])('%s is accepted as a new password', (password) => {
  expect(isRefused(password)).toBe(false)
})

test('checking a long password takes no noticeable time', () => {
  const start = performance.now()
  for (const password of ['ab1'.repeat(66), 'a'.repeat(199) + 'b', '!'.repeat(200)]) {
    for (let time = 0; time < 100; time += 1) isRefused(password)
  }
  // Each of the 300 takes a fraction of a millisecond; a backtracking pattern would take minutes.
  expect(performance.now() - start).toBeLessThan(5_000)
})

describe('a common password is refused', () => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore()
  })
  afterAll(() => store.close())
  const WEAK = { code: 'auth.weak_password' }

  test('a common password is refused at registration', async () => {
    const answer = await register(newBrowser(store), { password: 'Password123!' })
    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining(WEAK)])
  })

  test('a common password is refused when the password is changed', async () => {
    const { call, row } = await newPerson(store)
    expect((await call('POST', '/api/account/password', { password: 'qwertyuiop' })).json()).toMatchObject(WEAK)
    expect((await call('POST', '/api/account/password', { password: `${row.username}1` })).json()).toMatchObject(WEAK)
  })

  test('a common password is refused at a reset, and the link stays valid', async () => {
    const email = `${freshName()}@mail.example`
    const { row } = await newPerson(store, { email })
    const browser = newBrowser(store)
    await browser.call('POST', '/api/auth/forgot-password', { email })
    const token = await mailedSecret(store, email, 'reset')
    const reset = (password: string) => browser.call('POST', '/api/auth/reset-password', { token, password })
    expect((await reset('1234567890')).json()).toMatchObject(WEAK)
    expect((await reset(`${row.username}!`)).json()).toMatchObject(WEAK)
    expect((await reset('an entirely new one')).statusCode).toBe(200)
  })
})
