import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { Secret, TOTP } from 'otpauth'
import { changeSettings } from '#features/settings/settings.service.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore({}, { ADMIN_SECOND_FACTOR: 'required' })
})
afterAll(() => store.close())

const asAdmin = async ({ call }: Person) => {
  const answer = await call('GET', '/api/admin/settings')
  return answer.statusCode === 200 ? 200 : answer.json<{ code: string }>().code
}
const needsOne = async ({ call }: Person) =>
  (await call('GET', '/api/auth/user')).json<{ needsSecondFactor?: boolean }>().needsSecondFactor

test('where the configuration requires a second factor, an administrator has no admin access before setting one up', async () => {
  const admin = await newPerson(store, { isAdmin: true })
  expect(await asAdmin(admin)).toBe('auth.two_factor_required')
  expect(await needsOne(admin)).toBe(true)
  expect(await needsOne(await newPerson(store))).toBeUndefined()

  const { secret } = (await admin.call('POST', '/api/account/two-factor')).json<{ secret: string }>()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  expect((await admin.call('POST', '/api/account/two-factor/confirm', { code })).statusCode).toBe(200)
  expect(await asAdmin(admin)).toBe(200)
  expect(await needsOne(admin)).toBeUndefined()
})

test('a demo store requires no second factor', async () => {
  const admin = await newPerson(store, { isAdmin: true })
  await inTransaction(store.db, (tx) => changeSettings(tx, { isDemo: true }))
  await vi.waitFor(() => expect(store.services.settings.current().isDemo).toBe(true))
  expect(await asAdmin(admin)).toBe(200)
  expect(await needsOne(admin)).toBeUndefined()
})
