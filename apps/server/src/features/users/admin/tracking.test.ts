import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TrackedDevice, TrackedDownload, TrackedSignIn, UserSignal } from '@slipstream/contract/users-tracking'
import { createMod, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { newBrowser, newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let admin: Person
let person: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
  person = await newPerson(store)
})

const list = async <Row>(what: string, query: Record<string, string> = {}) => {
  const answer = await admin.call('GET', `/api/admin/tracking/${what}?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: Row[]; next: string | null }>()
}

const newRelease = async () => {
  const mod = await createMod(store.db, { title: 'Aurelion' })
  return createRelease(store.db, { modId: mod.id })
}

/** Downloads of this person from this many addresses, some hours ago. */
const download = async (times: number, addresses: number, hoursAgo = 1) => {
  const { id, modId } = await newRelease()
  await store.db.execute(sql`insert into downloads (user_id, mod_id, release_id, version, ip, at)
    select ${person.row.id}, ${modId}, ${id}, '1.0', '10.0.0.' || n % ${addresses}, now() - ${hoursAgo} * interval '1 hour'
    from generate_series(1, ${times}) n`)
}

const failSignIns = async (times: number, { accounts = [person.row.id], hoursAgo = 1 } = {}) => {
  for (const id of accounts) {
    await store.db.execute(sql`insert into sign_ins (user_id, method, result, ip, user_agent, at)
      select ${id}, 'password', 'wrong_secret', '10.9.9.9', '', now() - ${hoursAgo} * interval '1 hour'
      from generate_series(1, ${times})`)
  }
}

describe('[ROUTE-07] tracking', () => {
  test('[ROUTE-07] sign-ins are listed with their result and device, for everybody or for one person', async () => {
    await newBrowser(store).call('POST', '/api/auth/login', { username: 'nobody', password: 'wrong password' })
    const { items } = await list<TrackedSignIn>('sign-ins')
    expect(items[0]).toMatchObject({ userId: null, username: null, result: 'unknown_name', method: 'password' })
    expect(items.map(({ username }) => username)).toEqual([null, person.row.username, admin.row.username])
    const own = await list<TrackedSignIn>('sign-ins', { username: person.row.username.toUpperCase() })
    expect(own.items.map(({ userId }) => userId)).toEqual([person.row.id])
    expect((await list('sign-ins', { username: 'not_there' })).items).toEqual([])
  })

  test('the device list shows the sessions that have not ended', async () => {
    expect((await list<TrackedDevice>('devices')).items.map(({ userId }) => userId)).toEqual([
      person.row.id,
      admin.row.id,
    ])
    await store.db.execute(sql`update sessions set expires_at = now() where user_id = ${person.row.id}`)
    expect((await list<TrackedDevice>('devices')).items.map(({ userId }) => userId)).toEqual([admin.row.id])
    expect((await list('devices', { username: person.row.username })).items).toEqual([])
  })

  test('the download list is paged, newest first, with each download once', async () => {
    await download(120, 3)
    const found: number[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: { items: TrackedDownload[]; next: string | null } = await list('downloads', after ? { after } : {})
      found.push(...page.items.map(({ id }) => id))
      after = page.next
    }
    expect(found).toEqual(found.toSorted((one, other) => other - one))
    expect(new Set(found).size).toBe(120)
    expect((await list<TrackedDownload>('downloads')).items[0]).toMatchObject({ title: 'Aurelion', version: '1.0' })
  })

  test.each(['sign-ins?username=%00', 'devices?after=x', 'downloads?limit=1'])(
    'the tracking query %s is refused',
    async (query) => {
      const answer = await admin.call('GET', `/api/admin/tracking/${query}`)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid'])
    },
  )
})

describe('a signal', () => {
  const signals = async () => (await admin.call('GET', '/api/admin/tracking/signals')).json<UserSignal[]>()
  const kinds = async () => (await signals()).map(({ kind }) => kind)

  test('counts below the thresholds raise no signal', async () => {
    await failSignIns(9)
    await download(39, 4)
    expect(await signals()).toEqual([])
  })

  test('many failed sign-ins to one account raise a signal with their number', async () => {
    await failSignIns(12)
    expect(await signals()).toMatchObject([
      { kind: 'failed_sign_ins', userId: person.row.id, username: person.row.username, count: 12, ip: null },
    ])
  })

  test('many downloads from many addresses raise two signals', async () => {
    await download(40, 5)
    expect(await signals()).toMatchObject([
      { kind: 'many_addresses', userId: person.row.id, count: 5 },
      { kind: 'many_downloads', userId: person.row.id, count: 40 },
    ])
  })

  test('an address that tries several accounts raises a signal about the address', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => newPerson(store)))
    await failSignIns(1, { accounts: others.map(({ row }) => row.id) })
    expect(await signals()).toMatchObject([
      { kind: 'shared_address', userId: null, username: null, ip: '10.9.9.9', count: 5 },
    ])
  })

  test('events older than a day raise no signal', async () => {
    await failSignIns(30, { hoursAgo: 25 })
    await download(80, 9, 25)
    expect(await kinds()).toEqual([])
  })

  test('a signal neither signs out nor bans the person', async () => {
    await failSignIns(40)
    await download(90, 9)
    expect(await kinds()).toHaveLength(3)
    expect((await person.call('GET', '/api/auth/user')).statusCode).toBe(200)
    const { rows } = await store.db.execute<{ banned: string | null }>(
      sql`select banned_at as banned from users where id = ${person.row.id}`,
    )
    expect(rows[0]?.banned).toBeNull()
  })
})
