import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { seedDemo } from '@slipstream/demo/seed-demo'
import { users } from '@slipstream/db/tables/users'
import { PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { issueBearer, startSession } from '#features/auth/sessions.service.ts'
import { newBrowser, signIn, withToken } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()
beforeAll(async () => {
  await inTransaction(store.db, seedDemo)
})

test('the demo has a customer, a premium customer and an administrator who sign in with the public password', async () => {
  const user = async (name: string) => (await signIn(newBrowser(store), name)).user
  expect(await user('demo_customer')).toMatchObject({ emailVerified: true, isAdmin: false, isPremium: false })
  const premium = await user('demo_premium')
  expect(premium).toMatchObject({ emailVerified: true, isAdmin: false, isPremium: true })
  expect((Date.parse(premium.premiumExpiresAt ?? '') - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
  expect(await user('demo_admin')).toMatchObject({ emailVerified: true, isAdmin: true, isDeveloper: false })
})

test('the demo has a banned account', async () => {
  const body = { username: 'demo_banned', password: PUBLIC_PASSWORD }
  expect((await newBrowser(store).call('POST', '/api/auth/login', body)).json()).toMatchObject({ code: 'auth.banned' })
})

test('[AUTH-12] the demo has the developer, recognized by Discord and not by the password', async () => {
  const { user } = await signIn(newBrowser(store), 'demo_developer')
  expect(user).toMatchObject({ isDeveloper: false, isAdmin: false, discord_username: 'slipstream_dev' })

  const [row] = await store.db.select().from(users).where(eq(users.username, 'demo_developer'))
  const token = await inTransaction(store.db, async (tx) => {
    const device = { ip: '127.0.0.1', userAgent: '' }
    const { session } = await startSession(tx, { userId: row?.id ?? 0, method: 'discord', ...device })
    return issueBearer(tx, session, { isAdmin: true })
  })
  expect((await withToken(store.app, token)('GET', '/api/auth/user')).json()).toMatchObject({
    isDeveloper: true,
    isAdmin: true,
    is_admin: true,
  })
})
