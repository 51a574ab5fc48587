import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SecurityOverview, StaffAccount } from '@slipstream/contract/security'
import { inTransaction } from '@slipstream/db/client'
import { sessions, signIns } from '@slipstream/db/tables/auth'
import { developerPin, users } from '@slipstream/db/tables/users'
import { createUser } from '@slipstream/db/testing/factories'
import { changeSettings } from '#features/settings/settings.service.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { freshName, newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
})
afterEach(async () => {
  await inTransaction(store.db, (tx) => changeSettings(tx, { adminsNeedTwoFactor: false, isDemo: false }))
  await vi.waitFor(() => expect(store.services.settings.current()).toMatchObject({ isDemo: false }))
})

const overview = async () => (await admin.call('GET', '/api/admin/security')).json<SecurityOverview>()
const staff = async () => (await admin.call('GET', '/api/admin/security/staff')).json<{ items: StaffAccount[] }>().items
const require = (isRequired: boolean) => admin.call('POST', '/api/admin/security/second-factor', { isRequired })
const turnOnFactor = async () => {
  await store.db.update(users).set({ twoFactorSince: new Date() }).where(eq(users.id, admin.row.id))
  store.services.auth.requests.forget(admin.row.id)
}

test('[ROUTE-18] the security tab lists staff with their rights, second factors and open sessions', async () => {
  const passkey = await createUser(store.db, { username: freshName(), isAdmin: true, passkeyCount: 1 })
  const developer = await createUser(store.db, { username: freshName(), discordId: '4711' })
  const discordUsername = store.services.auth.developerDiscordUsername
  await store.db.insert(developerPin).values({ discordUsername, discordId: '4711' })
  await createUser(store.db, { username: freshName() })
  await createUser(store.db, { username: freshName(), isAdmin: true, erasedAt: new Date() })
  expect(await staff()).toEqual([
    {
      id: admin.row.id,
      username: admin.row.username,
      isAdmin: true,
      isDeveloper: false,
      secondFactors: [],
      openSessions: 1,
      lastUsedAt: expect.stringMatching(/^20.*Z$/),
    },
    expect.objectContaining({ id: passkey.id, secondFactors: ['passkey'], openSessions: 0, lastUsedAt: null }),
    expect.objectContaining({ id: developer.id, isAdmin: false, isDeveloper: true }),
  ])
  await store.db.update(sessions).set({ expiresAt: new Date(Date.now() - 1_000) })
  store.services.auth.requests.forget(admin.row.id)
  admin = await newPerson(store, { isAdmin: true })
  expect((await staff())[0]).toMatchObject({ openSessions: 0, lastUsedAt: null })
})

test('the security tab shows the limits in force and the attempts of the last day', async () => {
  const at = new Date(Date.now() - 25 * 60 * 60_000)
  const attempt = { method: 'password', ip: '', userAgent: '' } as const
  await store.db.insert(signIns).values([
    { ...attempt, result: 'wrong_secret' },
    { ...attempt, result: 'unknown_name' },
    { ...attempt, result: 'limited' },
    { ...attempt, result: 'wrong_secret', at },
  ])
  const { attempts, limits, sessions: rules, secondFactor } = await overview()
  expect(attempts).toEqual({ failed: 2, limited: 1 })
  expect(limits).toContainEqual({ name: 'password-burst', max: 10, windowMinutes: 15 })
  expect(rules).toEqual({ idleDays: 14, longestDays: 90, proofMinutes: 10 })
  expect(secondFactor).toEqual({ isRequired: false, fixedBy: null, change: null, lacking: 1 })
})

test('an administrator with a second factor can require one of all administrators, and the change is audited', async () => {
  await turnOnFactor()
  const answer = await require(true)
  expect(answer.statusCode, answer.body).toBe(200)
  const { secondFactor } = answer.json<SecurityOverview>()
  expect(secondFactor).toMatchObject({ isRequired: true, lacking: 0, change: { by: admin.row.username } })
  expect(await lastChanges(store.db)).toMatchObject([
    { subjectName: 'Second factor for administrators', after: { adminsNeedTwoFactor: true } },
  ])
  expect((await require(false)).json<SecurityOverview>().secondFactor.isRequired).toBe(false)
})

test('an administrator without a second factor cannot require one', async () => {
  expect((await require(true)).json()).toMatchObject({ code: 'security.own_second_factor' })
  expect((await overview()).secondFactor.isRequired).toBe(false)
})

test('requiring a second factor needs a recent reauthentication', async () => {
  await turnOnFactor()
  await store.db.update(sessions).set({ provenAt: new Date(Date.now() - 11 * 60_000) })
  store.services.auth.requests.forget(admin.row.id)
  expect((await require(true)).json()).toMatchObject({ code: 'auth.proof_required' })
})

test('a demo store cannot require a second factor, because its passwords are public', async () => {
  await turnOnFactor()
  await inTransaction(store.db, (tx) => changeSettings(tx, { isDemo: true }))
  await vi.waitFor(() => expect(store.services.settings.current()).toMatchObject({ isDemo: true }))
  expect((await overview()).secondFactor).toMatchObject({ isRequired: false, fixedBy: 'demo' })
  expect((await require(true)).json()).toMatchObject({ code: 'security.fixed' })
})
