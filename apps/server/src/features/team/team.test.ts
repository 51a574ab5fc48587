import { brotliDecompressSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { createTeamCategory, createTeamMember } from '@slipstream/db/testing/factories'
import { announceChange } from '#lib/cache/change-bus.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
beforeEach(async () => {
  await teamChanged()
})

/** Announces a change like the admin page; resolves when this process has received it. */
const teamChanged = async () => {
  const heard = new Promise<void>((resolve) => store.services.bus.onChange('team', () => resolve()))
  await inTransaction(store.db, (tx) => announceChange(tx, 'team'))
  await heard
}

test('[CALL-06] the team is public, by group and in the creator’s order', async () => {
  const pit = await createTeamCategory(store.db, { name: 'Pit crew', description: 'They answer.', sortOrder: 2 })
  const workshop = await createTeamCategory(store.db, { name: 'Workshop', sortOrder: 1 })
  await createTeamMember(store.db, { categoryId: pit.id, name: 'Sol', role: 'Support' })
  await createTeamMember(store.db, { categoryId: workshop.id, name: 'Second', sortOrder: 2 })
  await createTeamMember(store.db, { categoryId: workshop.id, name: 'First', sortOrder: 1, bio: 'Draws.' })

  const categories = await store.call('GET', '/api/team/categories')
  expect(categories.statusCode).toBe(200)
  expect(categories.json()).toEqual([
    { id: workshop.id, name: 'Workshop', description: '' },
    { id: pit.id, name: 'Pit crew', description: 'They answer.' },
  ])

  const members = await store.call('GET', '/api/team/members')
  expect(members.statusCode).toBe(200)
  expect(members.json().map((member: { name: string }) => member.name)).toEqual(['First', 'Second', 'Sol'])
  expect(members.json()[0]).toEqual({
    id: expect.any(Number),
    categoryId: workshop.id,
    name: 'First',
    role: 'Modeler',
    bio: 'Draws.',
    avatarUrl: null,
  })
})

test('a store without a team answers with empty lists', async () => {
  expect((await store.call('GET', '/api/team/categories')).json()).toEqual([])
  expect((await store.call('GET', '/api/team/members')).json()).toEqual([])
})

test('a client that already has the team list gets 304 until it changes', async () => {
  const category = await createTeamCategory(store.db)
  const first = await store.call('GET', '/api/team/members')
  const etag = String(first.headers.etag)
  expect((await store.call('GET', '/api/team/members', { headers: { 'if-none-match': etag } })).statusCode).toBe(304)

  await createTeamMember(store.db, { categoryId: category.id, name: 'New here' })
  await teamChanged()

  const second = await store.call('GET', '/api/team/members', { headers: { 'if-none-match': etag } })
  expect(second.statusCode).toBe(200)
  expect(second.json()).toMatchObject([{ name: 'New here' }])
})

test('a long team list is compressed for clients that accept it, with the same ETag', async () => {
  const category = await createTeamCategory(store.db)
  for (let number = 0; number < 20; number++) {
    await createTeamMember(store.db, { categoryId: category.id, bio: 'Draws every body by hand. '.repeat(5) })
  }
  const plain = await store.call('GET', '/api/team/members')
  const packed = await store.call('GET', '/api/team/members', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(packed.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(packed.headers.vary).toBe('accept-encoding')
  expect(packed.headers.etag).toBe(plain.headers.etag)
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.payload)
})
