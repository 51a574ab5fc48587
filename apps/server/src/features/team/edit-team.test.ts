import { beforeEach, expect, test } from 'vitest'
import type { AdminTeamCategory, AdminTeamMember } from '@slipstream/contract/team-admin'
import type { TeamMember } from '@slipstream/contract/team'
import { teamMembers } from '@slipstream/db/tables/team'
import { createTeamCategory, createTeamMember } from '@slipstream/db/testing/factories'
import { loadSharp } from '#gateways/images.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { testPicture } from '#testing/test-picture.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

const MEMBER = { name: 'Sol', role: 'Support', bio: 'Answers.', avatarKey: null }
const refusalOf = (answer: Awaited<ReturnType<Person['call']>>): unknown[] => [answer.statusCode, answer.json().code]
const publicMembers = async () => (await store.call('GET', '/api/team/members')).json<TeamMember[]>()
const publicNames = async () => (await publicMembers()).map(({ name }) => name)

const send = async (bytes: Buffer) => {
  const { key, url } = (
    await admin.call('POST', '/api/admin/team/pictures/upload', { contentType: 'image/webp' })
  ).json<{ key: string; url: string }>()
  await fetch(url, { method: 'PUT', headers: { 'content-type': 'image/webp' }, body: new Uint8Array(bytes) })
  return admin.call('POST', '/api/admin/team/pictures', { key })
}

test('[ROUTE-17] a new group and its member are public at once, last in order, and audited', async () => {
  await createTeamCategory(store.db, { name: 'Workshop', sortOrder: 4 })
  const made = await admin.call('POST', '/api/admin/team/categories', { name: 'Pit crew', description: 'They answer.' })
  expect(made.json()).toEqual({ id: expect.any(Number), name: 'Pit crew', description: 'They answer.', members: 0 })
  const { id: categoryId } = made.json<AdminTeamCategory>()
  const member = await admin.call('POST', '/api/admin/team/members', { categoryId, ...MEMBER })
  expect(member.json()).toEqual({ id: expect.any(Number), categoryId, ...MEMBER, avatarUrl: null })

  const listed = (await admin.call('GET', '/api/admin/team/categories')).json<AdminTeamCategory[]>()
  expect(listed.map(({ name, members }) => [name, members])).toEqual([
    ['Workshop', 0],
    ['Pit crew', 1],
  ])
  await expect.poll(publicNames).toEqual(['Sol'])
  expect(await lastChanges(store.db)).toMatchObject([
    { action: 'create', subject: 'team member', subjectName: 'Sol', before: null },
    { action: 'create', subject: 'team category', subjectName: 'Pit crew', before: null },
  ])
})

test('a member can be edited and moves to the end of another group', async () => {
  const [workshop, pit] = [await createTeamCategory(store.db), await createTeamCategory(store.db, { sortOrder: 1 })]
  const { id } = await createTeamMember(store.db, { categoryId: workshop.id, name: 'Sol' })
  await createTeamMember(store.db, { categoryId: pit.id, name: 'Idris', sortOrder: 3 })
  const form = { ...MEMBER, categoryId: pit.id, name: 'Sol Vance' }
  expect((await admin.call('PATCH', `/api/admin/team/members/${id}`, form)).statusCode).toBe(200)
  await expect.poll(publicNames).toEqual(['Idris', 'Sol Vance'])
  expect(await lastChanges(store.db)).toMatchObject([
    {
      action: 'edit',
      before: { name: 'Sol', categoryId: workshop.id },
      after: { name: 'Sol Vance', categoryId: pit.id },
    },
  ])
  const unknown = { ...form, categoryId: 2_147_483_647 }
  const refused = await admin.call('PATCH', `/api/admin/team/members/${id}`, unknown)
  expect(refusalOf(refused)).toEqual([404, 'team.category_not_found'])
  expect(refusalOf(await admin.call('PATCH', '/api/admin/team/members/77', form))).toEqual([
    404,
    'team.member_not_found',
  ])
})

test('groups and the members of a group can be sorted, but an incomplete list is refused', async () => {
  const one = await createTeamCategory(store.db)
  const two = await createTeamCategory(store.db, { name: 'Pit crew', sortOrder: 1 })
  const ids: number[] = []
  for (const [sortOrder, name] of ['A', 'B', 'C'].entries()) {
    ids.push((await createTeamMember(store.db, { categoryId: one.id, name, sortOrder })).id)
  }
  const { id: foreign } = await createTeamMember(store.db, { categoryId: two.id, name: 'D' })
  const [a = 0, b = 0, c = 0] = ids
  const order = (list: number[]) =>
    admin.call('POST', '/api/admin/team/members/order', { categoryId: one.id, ids: list })
  const sorted = await order([c, a, b])
  expect(sorted.json<AdminTeamMember[]>().map(({ name }) => name)).toEqual(['C', 'A', 'B', 'D'])
  for (const wrong of [
    [a, b],
    [a, a, b],
    [a, b, c, foreign],
    [a, b, foreign],
  ]) {
    expect(refusalOf(await order(wrong))).toEqual([409, 'order.changed'])
  }
  await admin.call('POST', '/api/admin/team/categories/order', { ids: [two.id, one.id] })
  await expect.poll(publicNames).toEqual(['D', 'C', 'A', 'B'])
  const half = await admin.call('POST', '/api/admin/team/categories/order', { ids: [two.id] })
  expect(refusalOf(half)).toEqual([409, 'order.changed'])
  expect(await lastChanges(store.db)).toMatchObject([
    { action: 'order', subjectName: 'Groups of the team' },
    { action: 'order', before: { order: ['A', 'B', 'C'] }, after: { order: ['C', 'A', 'B'] } },
  ])
})

test('a group with members stays until they are gone, and removing twice is harmless', async () => {
  const { id: categoryId } = await createTeamCategory(store.db)
  const { id } = await createTeamMember(store.db, { categoryId })
  const refused = await admin.call('DELETE', `/api/admin/team/categories/${categoryId}`)
  expect(refusalOf(refused)).toEqual([409, 'team.category_in_use'])
  for (const path of [`members/${id}`, `members/${id}`, `categories/${categoryId}`, `categories/${categoryId}`]) {
    expect((await admin.call('DELETE', `/api/admin/team/${path}` as '/api/admin/team/members/1')).statusCode).toBe(200)
  }
  expect((await admin.call('GET', '/api/admin/team/categories')).json()).toEqual([])
  expect((await lastChanges(store.db)).map(({ action }) => action)).toEqual(['remove', 'remove'])
})

test('a member’s portrait is re-encoded as a small square without EXIF data', async () => {
  const { id: categoryId } = await createTeamCategory(store.db)
  const stored = await send(await testPicture({ width: 800, height: 500 }))
  expect(stored.json()).toEqual({ key: expect.stringMatching(/^team\/[0-9a-f]{64}\.webp$/), url: expect.any(String) })
  const { key: avatarKey, url } = stored.json<{ key: string; url: string }>()
  await admin.call('POST', '/api/admin/team/members', { ...MEMBER, categoryId, avatarKey })
  await expect.poll(async () => (await publicMembers()).map(({ avatarUrl }) => avatarUrl)).toEqual([url])
  const sharp = await loadSharp()
  const shown = await sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata()
  expect([shown.width, shown.height, shown.exif]).toEqual([224, 224, undefined])
})

test.each([
  ['too small', () => testPicture({ width: 80, height: 200 }), /at least 96 x 96/],
  ['no picture', async () => Buffer.from('<svg onload=alert(1)>'), /not a JPEG/],
])('a portrait that is %s is refused with the reason', async (_what, bytes, reason) => {
  const answer = await send(await bytes())
  expect(refusalOf(answer)).toEqual([422, 'picture.unusable'])
  expect(answer.json().message).toMatch(reason)
})

test('a member’s portrait must be a stored picture of the team', async () => {
  const { id: categoryId } = await createTeamCategory(store.db)
  const save = (avatarKey: string) =>
    admin.call('POST', '/api/admin/team/members', { ...MEMBER, categoryId, avatarKey })
  expect(refusalOf(await save('pictures/x.webp'))).toEqual([400, 'request.invalid'])
  expect(refusalOf(await save('https://elsewhere.example/x.webp'))).toEqual([400, 'request.invalid'])
  expect(refusalOf(await save(`team/${'0'.repeat(64)}.webp`))).toEqual([404, 'picture.not_found'])
  const foreign = await admin.call('POST', '/api/admin/team/pictures', { key: 'incoming/brand/x' })
  expect(refusalOf(foreign)).toEqual([404, 'picture.not_found'])
})

test('members added at the same moment get different places, and the team has a limit', async () => {
  const { id: categoryId } = await createTeamCategory(store.db)
  await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => admin.call('POST', '/api/admin/team/members', { ...MEMBER, categoryId, name })),
  )
  const rows = await store.db.select({ place: teamMembers.sortOrder }).from(teamMembers)
  expect(rows.map(({ place }) => place).sort()).toEqual([0, 1, 2, 3])
  for (let number = 0; number < 196; number++) await createTeamMember(store.db, { categoryId, sortOrder: 4 + number })
  const refused = await admin.call('POST', '/api/admin/team/members', { ...MEMBER, categoryId })
  expect(refusalOf(refused)).toEqual([409, 'team.too_many'])
})
