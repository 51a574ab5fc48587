import { beforeEach, describe, expect, test } from 'vitest'
import type { UserFigures } from '@slipstream/contract/users-admin'
import type { UserRow } from '@slipstream/contract/users-row'
import { createUser } from '@slipstream/db/testing/factories'
import { createOrder } from '@slipstream/db/testing/order-factories'
import { newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { username: 'zz_admin', isAdmin: true, createdAt: new Date('2020-01-01') })
})

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

const page = async (query: Record<string, string> = {}) => {
  const answer = await admin.call('GET', `/api/admin/users?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: UserRow[]; next: string | null }>()
}
const names = async (query: Record<string, string> = {}) => (await page(query)).items.map(({ username }) => username)

/** One person of every kind, the newest last. */
const newCrowd = async () => {
  const plain = await createUser(store.db, { username: 'Anna', createdAt: new Date('2026-01-01') })
  const buyer = await createUser(store.db, {
    username: 'bertil',
    discordUsername: 'Berta.Drives',
    discordId: '1170000000000000011',
    createdAt: new Date('2026-01-02'),
    lastActiveAt: inDays(-100),
  })
  const { number } = await createOrder(store.db, {
    userId: buyer.id,
    status: 'paid',
    paidAt: new Date(),
    subtotalCents: 1_250,
    totalCents: 1_250,
  })
  await createOrder(store.db, { userId: plain.id })
  await createUser(store.db, {
    username: 'carla',
    premiumExpiresAt: inDays(3),
    createdAt: new Date('2026-01-03'),
    lastActiveAt: inDays(-50),
  })
  await createUser(store.db, {
    username: 'dora',
    bannedAt: inDays(-1),
    banEndsAt: inDays(1),
    banReason: 'Shared mods',
    createdAt: new Date('2026-01-04'),
  })
  await createUser(store.db, {
    username: 'emil',
    bannedAt: inDays(-9),
    banEndsAt: inDays(-1),
    premiumExpiresAt: inDays(-1),
    createdAt: new Date('2026-01-05'),
  })
  await createUser(store.db, { username: 'gone', erasedAt: new Date(), createdAt: new Date('2026-01-06') })
  return { number, buyer }
}

describe('[ROUTE-07] the list of accounts', () => {
  test('[ROUTE-07] the list shows everybody except deleted accounts, newest first, with orders and bans', async () => {
    await newCrowd()
    const { items, next } = await page()
    expect(items.map(({ username }) => username)).toEqual(['emil', 'dora', 'carla', 'bertil', 'Anna', 'zz_admin'])
    expect(next).toBeNull()
    expect(items.find(({ username }) => username === 'bertil')).toMatchObject({
      email: 'bertil@customer.example',
      emailVerified: true,
      discordUsername: 'Berta.Drives',
      orderCount: 1,
      spentCents: 1_250,
      ban: null,
      premiumExpiresAt: null,
      isAdmin: false,
    })
    expect(items.find(({ username }) => username === 'dora')?.ban).toMatchObject({ reason: 'Shared mods' })
    // Both the ban and Premium have ended.
    expect(items[0]).toMatchObject({ ban: null, premiumExpiresAt: null })
    expect(items.at(-1)).toMatchObject({ isAdmin: true })
  })

  test.each([
    [{ q: 'ANN' }, ['Anna']],
    [{ q: 'berta' }, ['bertil']],
    [{ q: 'BERTIL@cust' }, ['bertil']],
    [{ q: 'nobody' }, []],
    [{ q: '%' }, []],
    [{ q: 'zz_' }, ['zz_admin']],
    [{ q: '#999999999' }, []],
    [{ role: 'admin' }, ['zz_admin']],
    [{ role: 'customer', sort: 'name' }, ['Anna', 'bertil', 'carla', 'dora', 'emil']],
    [{ banned: 'true' }, ['dora']],
    [{ banned: 'false', role: 'customer' }, ['emil', 'carla', 'bertil', 'Anna']],
    [{ premium: 'true' }, ['carla']],
    [{ bought: 'true' }, ['bertil']],
    [{ bought: 'false', sort: 'name' }, ['Anna', 'carla', 'dora', 'emil', 'zz_admin']],
    [{ sort: 'active', q: 'c' }, ['carla']],
    [{ sort: 'name', limit: '2' }, ['Anna', 'bertil']],
  ])('the filters %j find %j', async (query, found) => {
    await newCrowd()
    expect(await names(query as Record<string, string>)).toEqual(found)
  })

  test('an account is found by an order number, by the digits of that number, and by its own number', async () => {
    const { number, buyer } = await newCrowd()
    expect(await names({ q: number.toLowerCase() })).toEqual(['bertil'])
    expect(await names({ q: String(Number(number.slice(-6))) })).toEqual(['bertil'])
    expect(await names({ q: `#${buyer.id}` })).toEqual(['bertil'])
  })

  test('accounts can be sorted by their last activity', async () => {
    await newCrowd()
    const found = await names({ sort: 'active' })
    expect(found.slice(-2)).toEqual(['carla', 'bertil'])
  })

  test.each(['newest', 'active', 'name'])(
    'the pages sorted by "%s" contain every account once, even if several have the same time',
    async (sort) => {
      const at = new Date('2026-03-01')
      for (let number = 0; number < 120; number++) {
        await createUser(store.db, { username: `many_${number}`, createdAt: at, lastActiveAt: at })
      }
      const found: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const { items, next }: { items: UserRow[]; next: string | null } = await page({ sort, ...(after && { after }) })
        found.push(...items.map(({ username }) => username))
        after = next
      }
      expect(found).toHaveLength(121)
      expect(new Set(found).size).toBe(121)
    },
  )

  test('banned accounts are listed with the latest ban first', async () => {
    await createUser(store.db, { username: 'first', bannedAt: inDays(-9) })
    await createUser(store.db, { username: 'last', bannedAt: inDays(-1), createdAt: new Date('2021-01-01') })
    expect(await names({ banned: 'true' })).toEqual(['last', 'first'])
  })

  test.each([
    'q=%00',
    'role=owner',
    'sort=spent',
    'premium=false',
    'after=nonsense',
    `q=${'x'.repeat(256)}`,
    'limit=51',
  ])('the account list refuses the query %s', async (query) => {
    const answer = await admin.call('GET', `/api/admin/users?${query}`)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid'])
  })

  test('the account figures count each kind of account', async () => {
    await newCrowd()
    await createUser(store.db, { username: 'fresh' })
    const counts = (await admin.call('GET', '/api/admin/users/figures')).json<UserFigures>()
    const one = { count: 1, orMore: false }
    expect(counts).toEqual({
      all: { count: 7, orMore: false },
      newThisWeek: one,
      admins: one,
      premium: one,
      banned: one,
    })
  })

  test('the account export follows the filters, runs no formulas, and needs a recent reauthentication', async () => {
    await newCrowd()
    await createUser(store.db, { username: 'evil', discordUsername: '=cmd()', createdAt: new Date('2027-01-01') })
    const answer = await admin.call('GET', '/api/admin/users/export?role=customer')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="users.csv"')
    const lines = answer.body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(7)
    expect(lines[1]).toContain(",evil,evil@customer.example,true,'=cmd(),Customer,")
    expect(lines.find((line) => line.includes('bertil'))).toContain(',1,12.5,')

    await store.db.execute(`update sessions set proven_at = now() - interval '11 minutes'`)
    store.services.auth.identity.forget(admin.row.id)
    const late = await admin.call('GET', '/api/admin/users/export')
    expect([late.statusCode, late.json().code]).toEqual([403, 'auth.proof_required'])
  })
})
