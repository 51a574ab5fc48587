import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { CALLS } from '#testing/access-matrix.ts'
import { readAllRows } from '#testing/all-rows.ts'
import { newCast } from '#testing/matrix-people.ts'
import { THINGS } from '#testing/matrix-things.ts'
import { freshName, newBrowser, newPerson, register } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

/** Fields that must never come from a request, with the value an attacker would send. */
const FORBIDDEN = {
  isAdmin: true,
  is_admin: true,
  role: 'admin',
  isPremium: true,
  premiumExpiresAt: '2099-01-01T00:00:00.000Z',
  price: 1,
  userId: 1,
  id: 1,
}

/** Fields that these calls exist to set. */
const MAY_CHOOSE: Record<string, string> = {
  'PATCH /api/admin/mods/:id': 'price',
  'POST /api/admin/users': 'isAdmin',
  'POST /api/admin/users/:id/role': 'isAdmin',
  'POST /api/admin/team/members': 'role',
  'PATCH /api/admin/team/members/:id': 'role',
  'POST /api/admin/subscription/plans': 'price',
  'PATCH /api/admin/subscription/plans/:id': 'price',
}

const store = await openEmptiedTestStore()

const WRITES = Object.keys(CALLS).filter((name) => !name.startsWith('GET '))

describe('T-MASS: protected fields', () => {
  test.each(WRITES)('T-MASS: %s refuses protected fields and changes nothing', async (name) => {
    const [method, path = ''] = name.split(' ') as ['POST' | 'PATCH' | 'DELETE', string]
    const { user, tokens } = await newCast(store)
    // The developer may call everything, but an owner's object is requested by its owner.
    const token = name in THINGS && CALLS[name] === 'user' ? tokens.user : tokens.developer
    const url = (await THINGS[name]?.(store.db, user.id)) ?? path
    const before = await readAllRows(store.db)
    for (const [key, value] of Object.entries(FORBIDDEN)) {
      if (MAY_CHOOSE[name] === key) continue
      const answer = await store.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ [key]: value }),
      })
      expect([answer.statusCode, answer.json().code], key).toEqual([400, 'request.invalid'])
      // Refused because of this field, not only because others are missing.
      const { issues = [{ message: `"${key}"` }] } = answer.json<{ issues?: { message: string }[] }>()
      expect(
        issues.some(({ message }) => message.includes(`"${key}"`)),
        answer.body,
      ).toBe(true)
    }
    expect(await readAllRows(store.db)).toEqual(before)
  })

  test('T-MASS: an otherwise valid registration cannot create an administrator', async () => {
    for (const [key, value] of Object.entries(FORBIDDEN)) {
      const answer = await register(newBrowser(store), { username: freshName(), [key]: value as string })
      expect(answer.statusCode, key).toBe(400)
    }
    const { rows } = await store.db.execute(sql`select from users`)
    expect(rows).toEqual([])
  })

  test('T-MASS: an otherwise valid account change cannot grant admin rights, however deeply nested', async () => {
    const { call, row } = await newPerson(store)
    for (const [key, value] of Object.entries(FORBIDDEN)) {
      const wishes = [
        { username: row.username, [key]: value },
        { notificationChoices: { modUpdates: false, [key]: value } },
      ]
      for (const body of wishes) expect((await call('PATCH', '/api/account', body)).statusCode).toBe(400)
    }
    const raw = await store.app.inject({
      method: 'PATCH',
      url: '/api/account',
      headers: { authorization: `Bearer ${(await newPerson(store)).token}`, 'content-type': 'application/json' },
      payload: '{"username":"fine_name","__proto__":{"isAdmin":true}}',
    })
    expect(raw.statusCode).toBe(400)
    expect((await call('GET', '/api/auth/user')).json()).toMatchObject({ isAdmin: false, isPremium: false })
    expect((await call('GET', '/api/account')).json().notificationChoices.modUpdates).toBe(true)
  })
})
