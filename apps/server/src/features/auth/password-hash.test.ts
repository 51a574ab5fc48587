import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { hashPassword, isPassword } from './password-hash.ts'

test('a password is stored as argon2id with the recommended costs and a new salt each time', async () => {
  const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
})

test('a password matches its own hash and no other', async () => {
  const kept = await hashPassword('Größe zählt ✓')
  expect(await isPassword(kept, 'Größe zählt ✓')).toBe(true)
  for (const wrong of ['größe zählt ✓', 'Größe zählt ✓ ', '', 'x'.repeat(200)]) {
    expect(await isPassword(kept, wrong)).toBe(false)
  }
})

test('an account without a password matches none, not even the placeholder used for unknown names', async () => {
  for (const password of ['', 'anything', 'no password is this long and also this well known to nobody']) {
    expect(await isPassword(null, password)).toBe(false)
    expect(await isPassword(undefined, password)).toBe(false)
  }
})

test('a flood of sign-ins leaves threads for other work, and sign-ins beyond the queue are refused', async () => {
  const kept = await hashPassword('correct horse')
  let ended = 0
  const flood = Array.from({ length: 80 }, () =>
    isPassword(kept, 'wrong').then(
      () => (ended += 1),
      (error: { code?: string }) => error.code,
    ),
  )
  // File reads use the same threads: without a limit this would wait for nearly the whole flood.
  await stat(import.meta.filename)
  expect(ended).toBeLessThan(20)
  const refused = (await Promise.all(flood)).filter((outcome) => outcome === 'server.busy')
  expect([ended, refused.length]).toEqual([52, 28])
})

test('the demo accounts have the public password', async () => {
  const database = await openTestDatabase()
  const { passwordHash } = await createUser(database.db)
  await database.close()
  expect(await isPassword(passwordHash, PUBLIC_PASSWORD)).toBe(true)
})
