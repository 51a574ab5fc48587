import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '@slipstream/db/testing/factories'
import { openTestDatabase, type TestDatabase } from '#testing/open-test-database.ts'
import { isUniqueViolation } from './unique-violation.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

test('a unique violation is recognized by the name of its constraint', async () => {
  await createUser(database.db, { username: 'Twice' })
  const sameName = await failureOf(createUser(database.db, { username: 'TWICE', email: null }))
  expect(isUniqueViolation(sameName, 'users_username')).toBe(true)
  expect(isUniqueViolation(sameName, 'users_email')).toBe(false)

  const sameAddress = await failureOf(createUser(database.db, { username: 'other', email: 'twice@customer.example' }))
  expect(isUniqueViolation(sameAddress, 'users_email')).toBe(true)
  expect(isUniqueViolation(sameAddress, 'users_username')).toBe(false)

  const otherRule = await failureOf(createUser(database.db, { username: 'third', email: 'Capitals@customer.example' }))
  expect(isUniqueViolation(otherRule, 'users_email')).toBe(false)
  expect(isUniqueViolation(new Error('away'), 'users_email')).toBe(false)
})
