import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { modConfigurations, mods } from '@slipstream/db/tables/mods'
import { createCategory, createPicture, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { lastChanges } from '#testing/audit-log.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { openWorkbench, type Workbench } from '#testing/workbench.ts'

const store = await openEmptiedTestStore()
let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench(store)
})

const begin = (title = 'Meridian S') => bench.ask('POST', '/api/admin/mods', { title })
const read = (id: number) => bench.ask('GET', `/api/admin/mods/${id}`)
const save = ({ id, form }: Pick<AdminMod, 'id' | 'form'>, changes: object) =>
  bench.ask('PATCH', `/api/admin/mods/${id}`, { ...form, ...changes })
const rowOf = async (id: number) => (await store.db.select().from(mods).where(eq(mods.id, id)))[0]

const BASE = {
  name: 'Base',
  ...{ bodyStyle: 'Coupe', engine: '2.0 I4', fuel: 'Petrol', powerKw: 150, torqueNm: 300, drivetrain: 'RWD' },
  ...{ transmission: '6-speed manual', massKg: 1_300, topSpeedKmh: 240, sprintS: 6.4 },
}

describe('creating a mod', () => {
  test('a new mod is a hidden draft without a price, and without a category unless one is named', async () => {
    const { id: last } = await createCategory(store.db, { slug: 'rally', sortOrder: 9 })
    const mod = await begin(' Meridian S ')
    expect(mod).toMatchObject({ status: 'draft', publishedAt: null, draft: null, pictures: [] })
    expect(mod.form).toMatchObject({ title: 'Meridian S', categoryId: null, description: '', price: null })
    expect(await read(mod.id)).toEqual(mod)
    expect((await store.app.inject(`/api/mods/${mod.id}`)).statusCode).toBe(404)
    const other = await bench.ask('POST', '/api/admin/mods', { title: 'Solano', categoryId: last })
    expect(other.form.categoryId).toBe(last)
  })

  test('a new mod without a title or with an unknown category is refused', async () => {
    expect(await bench.refused('POST', '/api/admin/mods', { title: ' ' })).toEqual([400, 'request.invalid'])
    const nowhere = { title: 'Meridian', categoryId: 999_999 }
    expect(await bench.refused('POST', '/api/admin/mods', nowhere)).toEqual([404, 'category.not_found'])
    await bench.ask('DELETE', `/api/admin/categories/${bench.categoryId}`)
    expect(await bench.refused('POST', '/api/admin/mods', { title: 'Meridian' })).toEqual([404, 'category.not_found'])
  })

  test('a new mod gets a unique name for its download file', async () => {
    const names = await Promise.all(['Meridian S', 'Meridian S', 'MERIDIAN  s!', 'Štrada é', '日本'].map(begin))
    const taken = names.map(({ fileName }) => fileName).sort()
    expect(taken).toEqual(['meridian_s.zip', 'meridian_s_2.zip', 'meridian_s_3.zip', 'mod.zip', 'strada_e.zip'])
  })
})

describe('saving a mod', () => {
  test('saving a mod changes all its fields and the facts that the catalogue filters by', async () => {
    const [mod, related] = [await begin(), await begin('Solano')]
    const form = {
      ...{ title: 'Meridian RS', make: 'Meridian', description: 'Loud.', about: ['One.', 'Two.'], tags: ['track'] },
      ...{ requirements: ['The base game'], videoUrl: 'https://video.example/1', includedWithPremium: true },
      price: 24.5,
      sale: { price: 20, startsAt: null, endsAt: '2099-01-01T00:00:00.000Z' },
      configurations: [BASE, { ...BASE, name: 'Wagon', bodyStyle: 'Wagon', powerKw: 250, drivetrain: 'AWD' }],
      relatedIds: [related.id],
    }
    const saved = await save(mod, form)
    expect(saved.form).toEqual({ ...mod.form, ...form })
    expect(await read(mod.id)).toEqual(saved)
    expect(await rowOf(mod.id)).toMatchObject({
      ...{ currentPriceCents: 2_000, engine: '2.0 I4', powerKw: 150, drivetrain: 'RWD' },
      ...{ drivetrains: ['AWD', 'RWD'], bodyStyles: ['Coupe', 'Wagon'], powerBands: ['brisk', 'strong'] },
    })
    const less = await save(saved, { configurations: [], relatedIds: [], sale: null })
    expect(less.form).toMatchObject({ configurations: [], relatedIds: [], sale: null })
    expect(await rowOf(mod.id)).toMatchObject({ currentPriceCents: 2_450, engine: null, drivetrains: [] })
  })

  test('saving a mod is audited with before and after, and an edit without changes writes no audit entry', async () => {
    const mod = await begin()
    await save(mod, { title: 'Meridian RS', price: 12.5 })
    const written = await lastChanges(store.db)
    expect(written[0]).toMatchObject({
      ...{ actorId: bench.admin.row.id, action: 'edit', subject: 'mod', subjectId: String(mod.id) },
      ...{ subjectName: 'Meridian RS', before: { title: 'Meridian S', price: null } },
      after: { title: 'Meridian RS', price: '$12.50' },
    })
    await save(await read(mod.id), {})
    expect(await lastChanges(store.db)).toEqual(written)
  })

  test('an invalid form is refused with the name of the invalid field', async () => {
    const mod = await begin()
    const address = `/api/admin/mods/${mod.id}`
    const wrong = { ...mod.form, title: '', sale: { price: 50, startsAt: null, endsAt: null } }
    const answer = await bench.admin.call('PATCH', address, wrong)
    expect(answer.json().issues.map(({ path }: { path: string }) => path)).toEqual(expect.arrayContaining(['/title']))
    const noCategory = { ...mod.form, categoryId: 999_999 }
    expect(await bench.refused('PATCH', address, noCategory)).toEqual([404, 'category.not_found'])
    for (const relatedIds of [[mod.id], [999_999]]) {
      const refusal = await bench.admin.call('PATCH', address, { ...mod.form, relatedIds })
      expect(refusal.json()).toMatchObject({ code: 'request.invalid', issues: [{ path: '/relatedIds' }] })
    }
    expect(await bench.refused('PATCH', '/api/admin/mods/999999', mod.form)).toEqual([404, 'mod.not_found'])
    expect((await read(mod.id)).form).toEqual(mod.form)
  })

  test('one save can swap long body styles for long texts without exceeding their shared limit', async () => {
    const mod = await begin()
    const styles = (length: number) =>
      Array.from({ length }, (_, place) => ({
        ...BASE,
        name: `Number ${place}`,
        bodyStyle: `${place}`.padEnd(60, 's'),
      }))
    const words = { description: 'd'.repeat(160), tags: Array.from({ length: 10 }, (_, at) => `${at}`.padEnd(30, 't')) }
    const many = await save(mod, { configurations: styles(13) })
    const wordy = await save(many, { ...words, configurations: styles(5) })
    expect((await save(wordy, { description: '', tags: [], configurations: styles(13) })).form.tags).toEqual([])
  })

  test('two concurrent saves can name each other’s mods as related', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await begin(), await begin()]
      const saved = [save(one, { relatedIds: [other.id] }), save(other, { relatedIds: [one.id] })]
      expect((await Promise.all(saved)).map(({ form }) => form.relatedIds)).toEqual([[other.id], [one.id]])
    }
  })

  test('a published mod cannot lose its description', async () => {
    const { id } = await bench.newShown({ description: 'Loud.' })
    const { form } = await read(id)
    const answer = await bench.admin.call('PATCH', `/api/admin/mods/${id}`, { ...form, description: ' ' })
    expect(answer.json()).toMatchObject({ code: 'mod.not_ready', issues: [{ path: '/description' }] })
    expect((await read(id)).form.description).toBe('Loud.')
  })

  test('renaming a mod renames its download file, until a release could have been downloaded', async () => {
    const mod = await begin()
    const renamed = await save(mod, { title: 'Solano GT' })
    expect(renamed.fileName).toBe('solano_gt.zip')
    await createRelease(store.db, { modId: mod.id, status: 'withdrawn' })
    expect((await save(renamed, { title: 'Harlan' })).fileName).toBe('solano_gt.zip')
  })
})

describe('the unsaved draft of a mod', () => {
  const keep = (id: number, body: object) =>
    bench.ask<{ revision: number }>('POST', `/api/admin/mods/${id}/draft`, body)

  test('an unsaved draft is kept as typed, hidden from customers and dropped when it is saved or discarded', async () => {
    const { id } = await bench.newShown({ title: 'Meridian S' })
    const typed = { title: 'Meridian Secret', price: 'not a number' }
    expect((await keep(id, { typed, revision: 0 })).revision).toBe(1)
    expect((await keep(id, { typed: { ...typed, make: 'x' }, revision: 1 })).revision).toBe(2)
    const mod = await read(id)
    expect(mod.draft).toMatchObject({ typed: { ...typed, make: 'x' }, revision: 2 })
    expect(mod.form.title).toBe('Meridian S')
    for (const address of [`/api/mods/${id}`, '/api/mods', '/api/mods?q=secret', '/sitemap.xml', '/feed.xml']) {
      expect((await store.app.inject(address)).body, address).not.toContain('Secret')
    }
    await save(mod, { make: 'Meridian' })
    expect((await read(id)).draft).toBeNull()
    await keep(id, { typed, revision: 0 })
    await bench.ask('DELETE', `/api/admin/mods/${id}/draft`)
    expect((await read(id)).draft).toBeNull()
  })

  test('a second tab’s draft is refused once the first tab has typed or saved', async () => {
    const { id, formVersion, form } = await begin()
    const address = `/api/admin/mods/${id}/draft`
    const changed = [409, 'mod.draft_changed']
    await keep(id, { typed: { title: 'First' }, revision: 0, basedOn: formVersion })
    expect(await bench.refused('POST', address, { typed: {}, revision: 0, basedOn: formVersion })).toEqual(changed)
    expect((await read(id)).draft?.typed).toEqual({ title: 'First' })

    await bench.ask('PATCH', `/api/admin/mods/${id}?basedOn=${formVersion}`, { ...form, title: 'First' })
    const second = { ...form, title: 'Second' }
    expect(await bench.refused('POST', address, { typed: {}, revision: 0, basedOn: formVersion })).toEqual(changed)
    expect(await bench.refused('PATCH', `/api/admin/mods/${id}?basedOn=${formVersion}`, second)).toEqual(changed)
    const mod = await read(id)
    expect([mod.form.title, mod.draft]).toEqual(['First', null])
    await bench.ask('PATCH', `/api/admin/mods/${id}?basedOn=${mod.formVersion}`, second)
  })

  test('of two unsaved drafts sent at the same moment, one is kept', async () => {
    const { id } = await begin()
    const answers = await Promise.all(
      ['one', 'two'].map((tab) =>
        bench.admin.call('POST', `/api/admin/mods/${id}/draft`, { typed: { tab }, revision: 0 }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })

  test('an unsaved draft for an unknown mod is refused', async () => {
    const body = { typed: {}, revision: 0 }
    expect(await bench.refused('POST', '/api/admin/mods/999999/draft', body)).toEqual([404, 'mod.not_found'])
    expect(await bench.refused('DELETE', '/api/admin/mods/999999/draft')).toEqual([404, 'mod.not_found'])
    expect(await bench.refused('GET', '/api/admin/mods/999999')).toEqual([404, 'mod.not_found'])
  })
})

describe('duplicating a mod', () => {
  const IN_GAME = { kind: 'in_game' as const, caption: 'Garage mode' }
  test('duplicating a mod creates a draft with the same texts, configurations and pictures, without sale and releases', async () => {
    const { id } = await bench.newShown({ title: 'Meridian S' })
    await createPicture(store.db, { modId: id, sortOrder: 4, label: 'Rear', widths: [320], ...IN_GAME })
    const sale = { price: 5, startsAt: null, endsAt: null }
    const first = await save(await read(id), { configurations: [BASE], tags: ['track'], sale })
    const copy = await bench.ask('POST', `/api/admin/mods/${id}/duplicate`)
    expect(copy).toMatchObject({ status: 'draft', publishedAt: null, fileName: 'meridian_s_copy.zip' })
    expect(copy.form).toEqual({ ...first.form, title: 'Meridian S (copy)', sale: null })
    expect(copy.pictures.map(({ picture }) => picture)).toEqual(first.pictures.map(({ picture }) => picture))
    expect(copy.pictures.at(-1)?.picture).toMatchObject(IN_GAME)
    expect(await bench.ask('GET', `/api/admin/mods/${copy.id}/releases`)).toEqual([])
    expect((await store.db.select().from(modConfigurations)).length).toBe(2)
    expect((await lastChanges(store.db))[0]).toMatchObject({ action: 'duplicate', subjectId: String(copy.id) })
    // The copy is independent of the original.
    await bench.ask('DELETE', `/api/admin/mods/${copy.id}/pictures/${copy.pictures[0]?.id}`)
    expect((await store.db.select().from(modPictures)).length).toBe(3)
    expect(await bench.refused('POST', '/api/admin/mods/999999/duplicate')).toEqual([404, 'mod.not_found'])
  })

  test('a duplicate keeps the original title if there is no room for “copy”', async () => {
    const full = { title: 't'.repeat(78), description: 'd'.repeat(160), make: 'm'.repeat(40) }
    const styles = Array.from({ length: 10 }, (_, place) => ({ ...BASE, bodyStyle: `${place}`.padEnd(60, 's') }))
    const mod = await save(await begin(), { ...full, configurations: styles, tags: ['x'.repeat(12)] })
    const copy = await bench.ask('POST', `/api/admin/mods/${mod.id}/duplicate`)
    expect(copy.form.title).toBe(full.title)
  })
})
