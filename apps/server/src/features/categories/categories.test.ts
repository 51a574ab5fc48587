import { beforeEach, expect, test } from 'vitest'
import type { AdminCategory } from '@slipstream/contract/categories'
import type { Category } from '@slipstream/contract/mods'
import { createCategory, createMod } from '@slipstream/db/testing/catalogue-factories'
import { lastChanges } from '#testing/audit-log.ts'
import { catalogueChanged } from '#testing/catalogue.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  await catalogueChanged(store)
  admin = await newPerson(store, { isAdmin: true })
})

const DRIFT = { name: 'Drift', slug: 'drift', description: 'Sideways.' }

const list = async () => (await admin.call('GET', '/api/admin/categories')).json<AdminCategory[]>()
const publicNames = async () => (await store.call('GET', '/api/categories')).json<Category[]>().map(({ name }) => name)
const refusalOf = (answer: Awaited<ReturnType<Person['call']>>): unknown[] => [answer.statusCode, answer.json().code]

test('a new category is public and last in order', async () => {
  const { id: categoryId } = await createCategory(store.db, { name: 'Sports', sortOrder: 4 })
  await createMod(store.db, { categoryId, status: 'draft' })
  expect(await publicNames()).toEqual(['Sports'])

  const answer = await admin.call('POST', '/api/admin/categories', DRIFT)
  expect(answer.json()).toEqual({ id: expect.any(Number), ...DRIFT, mods: 0 })
  expect((await list()).map(({ name, mods }) => [name, mods])).toEqual([
    ['Sports', 1],
    ['Drift', 0],
  ])
  await expect.poll(publicNames).toEqual(['Sports', 'Drift'])
  expect(await lastChanges(store.db)).toMatchObject([
    { actorId: admin.row.id, action: 'create', subject: 'category', subjectName: 'Drift', before: null, after: DRIFT },
  ])
})

test('a category can be edited, and the audit log has the changed fields', async () => {
  const { id } = await createCategory(store.db, DRIFT)
  const answer = await admin.call('PATCH', `/api/admin/categories/${id}`, { ...DRIFT, name: 'Drifting', slug: 'slide' })
  expect(answer.json()).toEqual({ id, name: 'Drifting', slug: 'slide', description: 'Sideways.', mods: 0 })
  await expect.poll(publicNames).toEqual(['Drifting'])
  expect(await lastChanges(store.db)).toMatchObject([
    {
      action: 'edit',
      subjectId: String(id),
      subjectName: 'Drifting',
      before: { name: 'Drift', slug: 'drift' },
      after: { name: 'Drifting', slug: 'slide' },
    },
  ])
})

test.each([
  ['no name', { name: ' ' }, '/name'],
  ['a name too long', { name: 'x'.repeat(41) }, '/name'],
  ['a slug with a space', { slug: 'off road' }, '/slug'],
  ['a slug with capitals', { slug: 'Drift' }, '/slug'],
  ['a long description', { description: 'x'.repeat(201) }, '/description'],
])('a category with %s is refused, and the answer names the field', async (_what, change, path) => {
  const answer = await admin.call('POST', '/api/admin/categories', { ...DRIFT, ...change })
  expect(refusalOf(answer)).toEqual([400, 'request.invalid'])
  expect(answer.json().issues).toMatchObject([{ path }])
  expect(await list()).toEqual([])
  expect(await lastChanges(store.db)).toEqual([])
})

test('two categories cannot have the same slug', async () => {
  await createCategory(store.db, DRIFT)
  const { id } = await createCategory(store.db, { slug: 'rally', name: 'Rally' })
  expect(refusalOf(await admin.call('POST', '/api/admin/categories', DRIFT))).toEqual([409, 'category.slug_taken'])
  const edited = await admin.call('PATCH', `/api/admin/categories/${id}`, DRIFT)
  expect(refusalOf(edited)).toEqual([409, 'category.slug_taken'])
  expect((await list()).map(({ slug }) => slug).sort()).toEqual(['drift', 'rally'])
  expect(await lastChanges(store.db)).toEqual([])
})

test('sorting the categories is refused as outdated unless the request lists all of them', async () => {
  const ids: number[] = []
  for (const [sortOrder, name] of ['One', 'Two', 'Three'].entries()) {
    ids.push((await createCategory(store.db, { name, sortOrder })).id)
  }
  const [one = 0, two = 0, three = 0] = ids
  const answer = await admin.call('POST', '/api/admin/categories/order', { ids: [three, one, two] })
  expect(answer.json<AdminCategory[]>().map(({ name }) => name)).toEqual(['Three', 'One', 'Two'])
  await expect.poll(publicNames).toEqual(['Three', 'One', 'Two'])
  expect(await lastChanges(store.db)).toMatchObject([
    { action: 'order', before: { order: ['One', 'Two', 'Three'] }, after: { order: ['Three', 'One', 'Two'] } },
  ])

  for (const wrong of [
    [one, two],
    [one, two, three, 999],
    [one, one, two],
  ]) {
    const refused = await admin.call('POST', '/api/admin/categories/order', { ids: wrong })
    expect(refusalOf(refused)).toEqual([409, 'order.changed'])
  }
})

test('a category can be removed when it contains no mod of any status', async () => {
  const { id: categoryId } = await createCategory(store.db, DRIFT)
  const { id: empty } = await createCategory(store.db, { name: 'Empty', slug: 'empty' })
  await createMod(store.db, { categoryId, status: 'archived' })
  expect(refusalOf(await admin.call('DELETE', `/api/admin/categories/${categoryId}`))).toEqual([409, 'category.in_use'])

  expect((await admin.call('DELETE', `/api/admin/categories/${empty}`)).json()).toBeNull()
  expect((await list()).map(({ name }) => name)).toEqual(['Drift'])
  expect(await lastChanges(store.db)).toMatchObject([
    { action: 'remove', subjectName: 'Empty', before: { name: 'Empty', slug: 'empty', description: '' }, after: null },
  ])
})

test('an unknown category can be neither edited nor removed', async () => {
  expect(refusalOf(await admin.call('PATCH', '/api/admin/categories/77', DRIFT))).toEqual([404, 'category.not_found'])
  expect(refusalOf(await admin.call('DELETE', '/api/admin/categories/77'))).toEqual([404, 'category.not_found'])
})
