import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { UserDetail, UserNote } from '@slipstream/contract/users-detail'
import { inTransaction } from '@slipstream/db/client'
import { oneTimeSecrets, sessions } from '@slipstream/db/tables/auth'
import { developerPin, users } from '@slipstream/db/tables/users'
import { createUser } from '@slipstream/db/testing/factories'
import { setAdmin } from '#features/users/role.service.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { newestMail } from '#testing/mailed-secret.ts'
import { freshName, newBrowser, newPerson, type Person, signIn } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let admin: Person
let person: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
  person = await newPerson(store)
})

const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const OK = [200, undefined]
const rowOf = async (id: number) => (await store.db.select().from(users).where(eq(users.id, id)))[0]
const act = (what: string, body?: object, on = person, by = admin) =>
  by.call('POST', `/api/admin/users/${on.row.id}/${what}`, body)
const loseProof = async ({ row }: Person) => {
  await store.db.execute(sql`update sessions set proven_at = now() - interval '11 minutes' where user_id = ${row.id}`)
  store.services.auth.identity.forget(row.id)
}
const REASON = 'Shared the files'
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()

describe('a ban', () => {
  test('a ban signs the person out at once, keeps its reason and end, and is in the audit log', async () => {
    expect(outcome(await act('ban', { reason: REASON, endsAt: TOMORROW }))).toEqual(OK)
    expect((await person.call('GET', '/api/auth/user')).statusCode).toBe(401)
    const body = { username: person.row.username, password: 'slipstream-demo' }
    expect(outcome(await newBrowser(store).call('POST', '/api/auth/login', body))).toEqual([403, 'auth.banned'])
    const detail = (await admin.call('GET', `/api/admin/users/${person.row.id}`)).json<UserDetail>()
    expect(detail.ban).toMatchObject({ reason: REASON, endsAt: TOMORROW })
    const [entry] = await lastChanges(store.db)
    expect(entry).toMatchObject({
      actorId: admin.row.id,
      action: 'ban',
      subject: 'user',
      subjectId: String(person.row.id),
      after: { reason: REASON, endsAt: TOMORROW },
    })
  })

  test('lifting a ban lets the person in again, and only a banned account can be unbanned', async () => {
    await act('ban', { reason: REASON, endsAt: null })
    expect(outcome(await act('unban'))).toEqual(OK)
    await signIn(newBrowser(store), person.row.username)
    expect(outcome(await act('unban'))).toEqual([409, 'users.not_banned'])
  })

  test.each([
    [{ reason: REASON, endsAt: new Date(Date.now() - 1_000).toISOString() }, [409, 'users.ban_is_over']],
    [{ reason: '', endsAt: null }, [400, 'request.invalid']],
    [{ reason: REASON }, [400, 'request.invalid']],
    [{ reason: `a\u0000b${REASON}`, endsAt: null }, [400, 'request.invalid']],
    [{ reason: 'x'.repeat(501), endsAt: null }, [400, 'request.invalid']],
  ])('the ban %j is refused', async (body, refusal) => {
    expect(outcome(await act('ban', body))).toEqual(refusal)
    expect((await rowOf(person.row.id))?.bannedAt).toBeNull()
  })
})

describe('the role', () => {
  test('making somebody an administrator needs a recent reauthentication, is audited, and ends the person’s sessions', async () => {
    await loseProof(admin)
    expect(outcome(await act('role', { isAdmin: true }))).toEqual([403, 'auth.proof_required'])
    const fresh = await newPerson(store, { isAdmin: true })
    expect(outcome(await act('role', { isAdmin: true }, person, fresh))).toEqual(OK)
    expect((await person.call('GET', '/api/auth/user')).statusCode).toBe(401)
    const { user } = await signIn(newBrowser(store), person.row.username)
    expect(user.isAdmin).toBe(true)
    expect((await lastChanges(store.db))[0]).toMatchObject({
      action: 'make administrator',
      before: { isAdmin: false },
      after: { isAdmin: true },
    })
  })

  test('repeating a role change signs nobody out and writes no audit entry', async () => {
    const before = (await lastChanges(store.db)).length
    expect(outcome(await act('role', { isAdmin: false }))).toEqual(OK)
    expect((await person.call('GET', '/api/auth/user')).statusCode).toBe(200)
    expect(await lastChanges(store.db)).toHaveLength(before)
  })

  test.each(['ban', 'role', 'erase'])('administrators cannot use "%s" on themselves', async (what) => {
    const body = {
      ban: { reason: REASON, endsAt: null },
      role: { isAdmin: false },
      erase: { reason: REASON, username: admin.row.username },
    }[what]
    expect(outcome(await act(what, body, admin))).toEqual([409, 'users.yourself'])
  })

  test.each(['ban', 'role', 'erase'])('the developer cannot be changed by "%s"', async (what) => {
    const discord = { discordId: '1170000000000000001', discordUsername: 'slipstream_dev' }
    const developer = await newPerson(store, { isAdmin: true, ...discord })
    await store.db.insert(developerPin).values(discord)
    const body = {
      ban: { reason: REASON, endsAt: null },
      role: { isAdmin: false },
      erase: { reason: REASON, username: developer.row.username },
    }[what]
    expect(outcome(await act(what, body, developer))).toEqual([409, 'users.developer'])
  })
})

describe('T-LASTADMIN: the last administrator', () => {
  const admins = () => store.db.$count(users, sql`is_admin and erased_at is null and banned_at is null`)

  test.each(['role', 'ban', 'erase'])(
    'T-LASTADMIN: two administrators who use "%s" on each other at the same time leave one',
    async (what) => {
      for (let round = 0; round < 5; round++) {
        await store.empty()
        const [one, two] = [await newPerson(store, { isAdmin: true }), await newPerson(store, { isAdmin: true })]
        const bodyFor = (target: Person) =>
          ({
            role: { isAdmin: false },
            ban: { reason: REASON, endsAt: null },
            erase: { reason: REASON, username: target.row.username },
          })[what]
        const answers = await Promise.all([act(what, bodyFor(two), two, one), act(what, bodyFor(one), one, two)])
        expect(await admins()).toBe(1)
        expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
        expect(answers.every(({ statusCode }) => [200, 401, 403, 409].includes(statusCode))).toBe(true)
      }
    },
  )

  test('T-LASTADMIN: an administrator who cannot sign in does not count', async () => {
    await createUser(store.db, { username: freshName(), isAdmin: true, bannedAt: new Date() })
    await createUser(store.db, { username: freshName(), isAdmin: true, passwordHash: null })
    await createUser(store.db, { username: freshName(), isAdmin: true, erasedAt: new Date() })
    const revoke = () => inTransaction(store.db, (tx) => setAdmin(tx, admin.row.id, false))
    await expect(revoke()).rejects.toMatchObject({ code: 'users.last_admin' })
    // An administrator whose ban has ended can sign in.
    const past = new Date(Date.now() - 1_000)
    await createUser(store.db, { username: freshName(), isAdmin: true, bannedAt: past, banEndsAt: past })
    await revoke()
    expect((await rowOf(admin.row.id))?.isAdmin).toBe(false)
  })

  test('T-LASTADMIN: the only administrator cannot delete their own account', async () => {
    const answer = await admin.call('DELETE', '/api/account', { username: admin.row.username })
    expect(outcome(answer)).toEqual([409, 'users.last_admin'])
  })

  test('T-LASTADMIN: the database itself refuses to lose the last administrator', async () => {
    for (const change of ['is_admin = false', 'banned_at = now()', 'erased_at = now()']) {
      const lost = store.db.execute(sql.raw(`update users set ${change} where id = ${admin.row.id}`))
      await expect(lost).rejects.toMatchObject({ cause: { constraint: 'users_last_admin' } })
    }
    await store.db.execute(sql`update users set banned_at = now() where id = ${person.row.id}`)
  })
})

describe('signing out by staff', () => {
  test('staff can sign a person out on one device or everywhere, without affecting anybody else', async () => {
    const other = await newPerson(store)
    const second = newBrowser(store)
    await signIn(second, person.row.username)
    const rows = await store.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(eq(sessions.userId, person.row.id))
      .orderBy(sessions.id)
    expect(outcome(await act('sign-out', { sessionId: rows[1]?.id }))).toEqual(OK)
    expect((await second.call('GET', '/api/auth/user')).statusCode).toBe(401)
    expect((await person.call('GET', '/api/auth/user')).statusCode).toBe(200)
    expect(outcome(await act('sign-out', { sessionId: rows[1]?.id }))).toEqual([404, 'users.no_session'])

    expect(outcome(await act('sign-out', { sessionId: null }))).toEqual(OK)
    // The process has cached this session, and hears of the end a moment later.
    await expect.poll(async () => (await person.call('GET', '/api/auth/user')).statusCode).toBe(401)
    expect((await other.call('GET', '/api/auth/user')).statusCode).toBe(200)
  })

  test('another person’s device cannot be signed out', async () => {
    const other = await newPerson(store)
    const [theirs] = await store.db.select().from(sessions).where(eq(sessions.userId, other.row.id))
    expect(outcome(await act('sign-out', { sessionId: theirs?.id }))).toEqual([404, 'users.no_session'])
    expect((await other.call('GET', '/api/auth/user')).statusCode).toBe(200)
  })

  test('administrators who sign themselves out everywhere keep their current session', async () => {
    expect(outcome(await act('sign-out', { sessionId: null }, admin))).toEqual(OK)
    expect((await admin.call('GET', '/api/auth/user')).statusCode).toBe(200)
  })
})

describe('an invitation', () => {
  const invite = (body: object, by = admin) => by.call('POST', '/api/admin/users', body)
  const secretIn = (text: string) => /#invitation=([\w-]{43})\s/.exec(text)?.[1] ?? ''

  test('an invited person chooses a password with a link that works once', async () => {
    const [username, email] = [freshName(), `${freshName()}@mail.example`]
    const created = await invite({ username, email, isAdmin: false })
    expect(created.statusCode, created.body).toBe(200)
    const { id } = created.json<{ id: number }>()
    const mail = await newestMail(store, email)
    expect(mail.subject).toContain('invites you to')
    const token = secretIn(mail.text)
    // Only the hash of the secret is stored, and the job in the queue never held the secret.
    expect(await store.db.$count(oneTimeSecrets, eq(oneTimeSecrets.userId, id))).toBe(1)
    expect((await admin.call('GET', `/api/admin/users/${id}`)).json()).toMatchObject({ isInvited: true })

    const choose = () =>
      newBrowser(store).call('POST', '/api/auth/invitation/accept', { token, password: 'an entirely new one' })
    expect((await choose()).statusCode).toBe(200)
    expect(outcome(await choose())).toEqual([410, 'auth.link_expired'])
    const { user } = await signIn(newBrowser(store), username, 'an entirely new one')
    expect(user).toMatchObject({ emailVerified: true, isAdmin: false })
    expect(outcome(await admin.call('POST', `/api/admin/users/${id}/invite`))).toEqual([409, 'users.not_invited'])
  })

  test('a second invitation ends the first link, and an expired link is refused', async () => {
    const [username, email] = [freshName(), `${freshName()}@mail.example`]
    const { id } = (await invite({ username, email, isAdmin: true })).json<{ id: number }>()
    const first = secretIn((await newestMail(store, email)).text)
    expect(outcome(await admin.call('POST', `/api/admin/users/${id}/invite`))).toEqual(OK)
    const second = secretIn((await newestMail(store, email)).text)
    expect(second).not.toBe(first)
    const choose = (token: string) =>
      newBrowser(store).call('POST', '/api/auth/invitation/accept', { token, password: 'an entirely new one' })
    expect((await choose(first)).statusCode).toBe(410)
    await store.db.execute(sql`update one_time_secrets set expires_at = now() where user_id = ${id}`)
    expect((await choose(second)).statusCode).toBe(410)
  })

  test('an invitation with a taken name or verified address is refused, even if two administrators race', async () => {
    const email = `${freshName()}@mail.example`
    const taken = { username: person.row.username.toUpperCase(), email, isAdmin: false }
    expect(outcome(await invite(taken))).toEqual([409, 'auth.username_taken'])
    const known = { username: freshName(), email: person.row.email, isAdmin: false }
    expect(outcome(await invite(known))).toEqual([409, 'account.email_taken'])
    const username = freshName()
    const both = await Promise.all([
      invite({ username, email, isAdmin: false }),
      invite({ username, email: `x${email}`, isAdmin: false }),
    ])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  test('inviting a person needs a recent reauthentication', async () => {
    await loseProof(admin)
    const body = { username: freshName(), email: `${freshName()}@mail.example`, isAdmin: true }
    expect(outcome(await invite(body))).toEqual([403, 'auth.proof_required'])
  })
})

describe('notes', () => {
  const add = (body: string) => act('notes', { body })

  test('a note is shown to staff with its author, and its text stays out of the audit log', async () => {
    const note = (await add('Sends useful logs.')).json<UserNote>()
    expect(note).toMatchObject({ by: admin.row.username, body: 'Sends useful logs.' })
    const { notes } = (await admin.call('GET', `/api/admin/users/${person.row.id}`)).json<UserDetail>()
    expect(notes).toEqual([note])
    const [entry] = await lastChanges(store.db)
    expect(entry).toMatchObject({ action: 'add note', after: { noteId: note.id } })
    expect(JSON.stringify(entry)).not.toContain('useful')

    const remove = (userId: number) => admin.call('DELETE', `/api/admin/users/${userId}/notes/${note.id}`)
    // Under another account the note does not exist.
    await remove(admin.row.id)
    expect((await admin.call('GET', `/api/admin/users/${person.row.id}`)).json<UserDetail>().notes).toHaveLength(1)
    expect((await remove(person.row.id)).statusCode).toBe(200)
    expect((await remove(person.row.id)).statusCode).toBe(200)
    expect((await admin.call('GET', `/api/admin/users/${person.row.id}`)).json<UserDetail>().notes).toEqual([])
  })

  test('an account has at most a hundred notes', async () => {
    await store.db.execute(sql`insert into user_notes (user_id, author_id, body)
      select ${person.row.id}, ${admin.row.id}, 'note' from generate_series(1, 99)`)
    const answers = await Promise.all([add('the last one'), add('one too many')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

test.each([
  ['GET', ''],
  ['GET', '/timeline'],
  ['POST', '/ban', { reason: REASON, endsAt: null }],
  ['POST', '/unban'],
  ['POST', '/role', { isAdmin: true }],
  ['POST', '/sign-out', { sessionId: null }],
  ['POST', '/invite'],
  ['POST', '/notes', { body: 'A note' }],
  ['POST', '/personal-data'],
  ['POST', '/erase', { reason: REASON, username: 'gone' }],
  ['POST', '/move-purchases', { reason: REASON, username: 'gone' }],
] as const)(
  '%s %s answers 404 for an account that does not exist or was deleted',
  async (method, what, body?: object) => {
    const gone = await createUser(store.db, { username: freshName(), erasedAt: new Date() })
    for (const id of [gone.id, 2_147_483_647]) {
      expect(outcome(await admin.call(method, `/api/admin/users/${id}${what}`, body))).toEqual([404, 'users.not_found'])
    }
    expect((await admin.call(method, `/api/admin/users/99999999999${what}`, body)).statusCode).toBe(400)
  },
)
