import { eq, getTableColumns, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_CHOICES } from '@slipstream/contract/account'
import { oneTimeSecrets, recoveryCodes, sessions, signIns } from '@slipstream/db/tables/auth'
import { passkeys } from '@slipstream/db/tables/passkeys'
import { users } from '@slipstream/db/tables/users'
import { createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { PERSONAL_DATA } from '#all-personal-data.ts'
import { openBrowser } from '#testing/browser.ts'
import { openServer } from '#testing/open-server.ts'
import { freshName, newBrowser, newPerson, type Person, signIn, withToken } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()

const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const rowOf = async ({ row }: Person) => {
  const [now] = await store.db.select().from(users).where(eq(users.id, row.id))
  return now
}
const loseProof = async ({ row }: Person) => {
  await store.db.execute(sql`update sessions set proven_at = now() - interval '11 minutes' where user_id = ${row.id}`)
  store.services.auth.identity.forget(row.id)
}

describe('the account', () => {
  test('the account shows what the profile page needs and no secret', async () => {
    const { call, row } = await newPerson(store)
    expect((await call('GET', '/api/account')).json()).toEqual({
      username: row.username,
      email: row.email,
      emailVerified: true,
      isAdmin: false,
      hasPassword: true,
      discordUsername: null,
      twoFactorSince: null,
      passkeys: 0,
      recoveryCodesLeft: 0,
      notificationChoices: DEFAULT_NOTIFICATION_CHOICES,
      billing: { name: '', address: '', taxId: '' },
      createdAt: row.createdAt.toISOString(),
    })
  })

  test('a renamed account signs in with the new name only', async () => {
    const { call, row } = await newPerson(store)
    const username = `Hairpin_${freshName()}`.slice(0, 32)
    expect((await call('PATCH', '/api/account', { username })).json()).toMatchObject({ username })
    expect((await call('GET', '/api/auth/user')).json()).toMatchObject({ username })
    const login = (name: string) =>
      newBrowser(store).call('POST', '/api/auth/login', { username: name, password: PUBLIC_PASSWORD })
    expect((await login(username.toLowerCase())).statusCode).toBe(200)
    expect((await login(row.username)).statusCode).toBe(401)
  })

  test('a taken username is refused in any capitalization, and users can change the capitalization of their own', async () => {
    const [person, other] = [await newPerson(store), await newPerson(store)]
    const rename = (username: string) => person.call('PATCH', '/api/account', { username })
    expect(outcome(await rename(other.row.username.toUpperCase()))).toEqual([409, 'auth.username_taken'])
    expect((await rename(person.row.username.toUpperCase())).json().username).toBe(person.row.username.toUpperCase())
    expect(outcome(await rename('Sup.port'))).toEqual([409, 'auth.username_reserved'])
    expect(outcome(await rename('deleted user 1'))).toEqual([400, 'request.invalid'])
  })

  test('notification choices missing from a request stay unchanged, even when two windows save at once', async () => {
    const person = await newPerson(store)
    const secondServer = await openServer(store.config)
    const there = withToken(secondServer.app, person.token)
    const choose = (call: Person['call'], choices: object) =>
      call('PATCH', '/api/account', { notificationChoices: choices })
    // Both processes have the old account cached.
    await Promise.all([person.call('GET', '/api/account'), there('GET', '/api/account')])
    await Promise.all([choose(there, { modUpdates: false }), choose(person.call, { ticketReplies: false })])
    await secondServer.close()
    expect((await rowOf(person))?.notificationChoices).toEqual({
      modUpdates: false,
      ticketReplies: false,
    })
    expect((await person.call('PATCH', '/api/account', {})).json().notificationChoices.ticketReplies).toBe(false)
    expect(outcome(await choose(person.call, { ticketReplies: 'yes' }))).toEqual([400, 'request.invalid'])
  })

  test('[CAP-03] changing the password requires reauthentication', async () => {
    const person = await newPerson(store)
    const change = () => person.call('POST', '/api/account/password', { password: 'an entirely new one' })
    await loseProof(person)
    expect(outcome(await change())).toEqual([403, 'auth.proof_required'])
    await person.call('POST', '/api/auth/prove', { password: PUBLIC_PASSWORD })
    expect((await change()).statusCode).toBe(200)
    await signIn(newBrowser(store), person.row.username, 'an entirely new one')
  })
})

describe('signed-in devices', () => {
  const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36'

  test('the device list has the details that identify each device, and no ended sessions', async () => {
    const person = await newPerson(store)
    const answer = await store.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json', 'user-agent': CHROME },
      payload: JSON.stringify({ username: person.row.username, password: PUBLIC_PASSWORD }),
    })
    expect(answer.statusCode).toBe(200)
    await signIn(newBrowser(store), person.row.username)
    await store.db.execute(sql`
      update sessions set expires_at = now() where id = (select max(id) from sessions where user_id = ${person.row.id})`)
    const { ip, ...here } = { ip: person.browser.remoteAddress, isThisOne: true, device: 'Unknown device' }
    expect((await person.call('GET', '/api/account/sessions')).json()).toEqual([
      expect.objectContaining({ isThisOne: false, device: 'Chrome on Linux', method: 'password', ip: '127.0.0.1' }),
      expect.objectContaining({ ...here, ip }),
    ])
  })

  test('only the owner can sign out a device, and another person’s attempt gets a 404', async () => {
    const [person, other] = [await newPerson(store), await newPerson(store)]
    const elsewhere = withToken(store.app, (await signIn(newBrowser(store), person.row.username)).token)
    const [first] = (await person.call('GET', '/api/account/sessions')).json<{ id: number }[]>()
    const end = ({ call }: Pick<Person, 'call'>) => call('DELETE', `/api/account/sessions/${first?.id}`)

    const stranger = await end(other)
    expect(outcome(stranger)).toEqual([404, 'request.not_found'])
    const absent = await other.call('DELETE', '/api/account/sessions/2147483647')
    expect(absent.json().message).toBe(stranger.json().message)
    expect((await elsewhere('GET', '/api/auth/user')).statusCode).toBe(200)

    expect((await end(person)).statusCode).toBe(200)
    expect((await elsewhere('GET', '/api/auth/user')).statusCode).toBe(401)
    expect((await person.call('GET', '/api/auth/user')).statusCode).toBe(200)
    expect(outcome(await end(person))).toEqual([404, 'request.not_found'])
  })

  test.each(['0', '-1', 'x', '1.5', '2147483648', '99999999999999999999'])(
    'the device id %s is refused',
    async (id) => {
      const { call } = await newPerson(store)
      expect((await call('DELETE', `/api/account/sessions/${id}`)).statusCode).toBe(400)
    },
  )
})

describe('personal data of an account', () => {
  /** Internal columns that the export leaves out: secrets, and values without meaning to the user. */
  const NOT_EXPORTED = [
    'id',
    'usernameKey',
    'passwordHash',
    'twoFactorSecret',
    'twoFactorUsedStep',
    // The export already lists the passkeys with the sign-ins.
    'passkeyCount',
    'erasedAt',
  ]

  test('every table that refers to a user belongs to exactly one part of export and erasure', async () => {
    const { rows } = await store.db.execute<{ name: string }>(sql`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'users'::regclass`)
    const named = PERSONAL_DATA.flatMap(({ tables }) => tables)
    expect([...named].sort()).toEqual(['users', ...rows.map(({ name }) => name)].sort())
  })

  test('every column whose name ends in user_id references a user', async () => {
    const { rows } = await store.db.execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ '(^|_)user_id$'
        and not exists (
          select from pg_constraint, pg_attribute
          where contype = 'f' and confrelid = 'users'::regclass and conrelid = table_name::regclass
            and attrelid = conrelid and attnum = any (conkey) and attname = column_name)`)
    expect(rows).toEqual([])
  })

  test('the data export is complete and contains no secret', async () => {
    const person = await newPerson(store, { discordUsername: 'mika.apex', banReason: 'was rude once' })
    await person.call('POST', '/api/account/two-factor')
    await store.db.insert(recoveryCodes).values({ userId: person.row.id, codeHash: 'hash-of-a-recovery-code' })
    await store.db.insert(oneTimeSecrets).values({
      hash: 'hash-of-a-link',
      purpose: 'verify_email',
      userId: person.row.id,
      details: { email: 'next@mail.example', browser: 'hash-of-a-browser' },
      expiresAt: new Date(Date.now() + 60_000),
    })
    const answer = await person.call('GET', '/api/account/export')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, no-store')

    const exported = answer.json<{ account: object; signIns: object }>()
    expect(Object.keys(exported).sort()).toEqual(['exportedAt', ...PERSONAL_DATA.map(({ name }) => name)].sort())
    const columns = Object.keys(getTableColumns(users)).filter((name) => !NOT_EXPORTED.includes(name))
    expect(Object.keys(exported.account).sort()).toEqual(columns.sort())
    expect(exported.account).toMatchObject({ email: person.row.email, banReason: 'was rude once' })
    expect(exported.signIns).toMatchObject({
      sessions: [{ method: 'password', ip: person.browser.remoteAddress }],
      attempts: [{ result: 'ok' }],
      pending: [{ purpose: 'verify_email', email: 'next@mail.example' }],
    })

    const [session] = await store.db.select().from(sessions).where(eq(sessions.userId, person.row.id))
    const row = await rowOf(person)
    const secrets = [
      person.token,
      person.browser.cookies.get('session'),
      session?.cookieHash,
      session?.bearerHash,
      row?.passwordHash,
      row?.twoFactorSecret,
      'hash-of-a-recovery-code',
      'hash-of-a-link',
      'hash-of-a-browser',
    ]
    expect(secrets).not.toContain(undefined)
    for (const secret of secrets) expect(answer.body).not.toContain(secret)
  })

  test('the data export does not mention other users', async () => {
    const [person, other] = [await newPerson(store), await newPerson(store)]
    const { body } = await person.call('GET', '/api/account/export')
    expect(body).not.toContain(other.row.username)
  })
})

describe('deleting the account', () => {
  const erase = ({ call }: Pick<Person, 'call'>, username: string) => call('DELETE', '/api/account', { username })

  test('deleting the account requires reauthentication and the exact username', async () => {
    const person = await newPerson(store)
    expect(outcome(await erase(person, person.row.username.toUpperCase()))).toEqual([400, 'account.name_differs'])
    await loseProof(person)
    expect(outcome(await erase(person, person.row.username))).toEqual([403, 'auth.proof_required'])
    expect((await rowOf(person))?.erasedAt).toBeNull()
  })

  test('deleting the account removes its personal data and ends its sessions in every process', async () => {
    // Without a second administrator, the deletion would be refused.
    await createUser(store.db, { username: freshName(), isAdmin: true })
    const person = await newPerson(store, {
      isAdmin: true,
      premiumExpiresAt: new Date(Date.now() + 60_000),
      discordId: '1170000000000000077',
      discordUsername: 'mika.apex',
      discordAvatar: '5f2d8c1b9a3e4706b8d1c2f3a4e59687',
      banReason: 'was rude once',
      notificationChoices: { ticketReplies: false },
    })
    const secondServer = await openServer(store.config)
    const there = withToken(secondServer.app, person.token)
    expect((await there('GET', '/api/auth/user')).statusCode).toBe(200)
    await person.call('POST', '/api/account/two-factor')

    const answer = await person.browser.call('DELETE', '/api/account', { username: person.row.username })
    expect(answer.json()).toEqual({ success: true, message: 'Your account was deleted.' })
    expect(person.browser.cookies.has('session')).toBe(false)
    expect((await person.call('GET', '/api/auth/user')).statusCode).toBe(401)
    await expect.poll(async () => (await there('GET', '/api/auth/user')).statusCode, { timeout: 3_000 }).toBe(401)
    await secondServer.close()

    const {
      id,
      username,
      usernameKey,
      createdAt,
      lastActiveAt,
      erasedAt,
      isAdmin,
      notificationChoices,
      passkeyCount,
      ...rest
    } = (await rowOf(person)) ?? {}
    expect([id, username, usernameKey]).toEqual([person.row.id, `deleted user ${id}`, `deleted user ${id}`])
    expect([createdAt, lastActiveAt, erasedAt]).toEqual([person.row.createdAt, person.row.createdAt, expect.any(Date)])
    expect([isAdmin, notificationChoices, passkeyCount]).toEqual([false, {}, 0])
    expect(new Set(Object.values(rest))).toEqual(new Set([null]))
    for (const table of [sessions, signIns, oneTimeSecrets, recoveryCodes, passkeys]) {
      expect(await store.db.select().from(table).where(eq(table.userId, person.row.id))).toEqual([])
    }
  })

  test('deleting the account frees its username and address', async () => {
    const person = await newPerson(store)
    await erase(person, person.row.username)
    const next = await newPerson(store, { username: person.row.username, email: person.row.email })
    expect(next.row.id).not.toBe(person.row.id)
    await erase(next, next.row.username)
    expect((await rowOf(next))?.erasedAt).not.toBeNull()
  })

  test('deleting the account with another person’s username is refused and deletes neither account', async () => {
    const [person, other] = [await newPerson(store), await newPerson(store)]
    expect(outcome(await erase(person, other.row.username))).toEqual([400, 'account.name_differs'])
    expect((await openBrowser(store.app, store.config.publicUrl).call('DELETE', '/api/account', {})).statusCode).toBe(
      401,
    )
    expect([(await rowOf(person))?.erasedAt, (await rowOf(other))?.erasedAt]).toEqual([null, null])
  })
})

test('unlinking Discord requires reauthentication and is refused while it is the only way to sign in', async () => {
  const linked = { discordId: '1170000000000000088', discordUsername: 'mika.apex' }
  const person = await newPerson(store, linked)
  const unlink = () => person.call('DELETE', '/api/account/discord')
  await loseProof(person)
  expect(outcome(await unlink())).toEqual([403, 'auth.proof_required'])
  await person.call('POST', '/api/auth/prove', { password: PUBLIC_PASSWORD })
  await store.db.execute(sql`update users set password_hash = null where id = ${person.row.id}`)
  expect(outcome(await unlink())).toEqual([409, 'account.last_way_in'])
  await store.db.update(users).set({ passwordHash: person.row.passwordHash }).where(eq(users.id, person.row.id))
  expect((await unlink()).statusCode).toBe(200)
  expect(await rowOf(person)).toMatchObject({ discordId: null, discordUsername: null, discordAvatar: null })
})
