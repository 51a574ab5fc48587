import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import { createPicture } from '@slipstream/db/testing/catalogue-factories'
import { lastChanges } from '#testing/audit-log.ts'
import type { Person } from '#testing/people.ts'
import { testPicture } from '#testing/test-picture.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { openWorkbench, type Workbench } from '#testing/workbench.ts'
import { storePicture } from '../pictures.service.ts'

let store: TestStore
let bench: Workbench
beforeAll(async () => {
  store = await openTestStore()
  await store.db.execute(sql`
    create function refuse_entry() returns trigger language plpgsql as 'begin raise exception ''the log is full''; end'`)
})
beforeEach(async () => {
  await store.empty()
  bench = await openWorkbench(store)
})
afterAll(() => store.close())

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()
const WORDS = { version: '3.0', changes: ['Louder.'], gameVersions: ['0.36'] }
type Call = Parameters<Person['call']>

/** A published mod with two pictures, of which one can be cut, two releases and a draft of a third. */
const newMod = async () => {
  const { storage } = store.services
  const mod = await bench.newReadyDraft()
  const stored = await storePicture(storage, await testPicture({ width: 800, height: 500 }))
  const picture = await createPicture(store.db, { modId: mod.id, sortOrder: 1, ...stored })
  await bench.ask('POST', `/api/admin/mods/${mod.id}/publish`, { at: null })
  const second = await bench.newDraftRelease(mod.id, '2.0')
  await bench.ask('POST', `/api/admin/releases/${second.id}/publish`, { at: null })
  const draft = await bench.newDraftRelease(mod.id, '2.5')
  const { form, pictures } = await bench.ask<AdminMod>('GET', `/api/admin/mods/${mod.id}`)
  return { mod: `/api/admin/mods/${mod.id}`, id: mod.id, picture, stored, draft, second, form, pictures }
}
type Made = Awaited<ReturnType<typeof newMod>>

const WRITES: Record<string, (made: Made) => Call | Promise<Call>> = {
  create: () => ['POST', '/api/admin/mods', { title: 'Solano' }],
  save: ({ mod, form }) => ['PATCH', mod, { ...form, title: 'Solano', price: 5 }],
  archive: ({ mod }) => ['POST', `${mod}/archive`],
  duplicate: ({ mod }) => ['POST', `${mod}/duplicate`],
  'publish a mod': async () => ['POST', `/api/admin/mods/${(await bench.newReadyDraft()).id}/publish`, { at: null }],
  'schedule a mod': async () => [
    'POST',
    `/api/admin/mods/${(await bench.newReadyDraft()).id}/publish`,
    { at: TOMORROW },
  ],
  'unschedule a mod': async () => {
    const { id } = await bench.newReadyDraft({ publishAt: new Date(TOMORROW) })
    return ['DELETE', `/api/admin/mods/${id}/publish`]
  },
  'add a picture': async ({ mod, id, stored }) => {
    await bench.newArchive(id, { report: { pictures: [{ key: stored.originalKey }] } as never })
    return ['POST', `${mod}/pictures`, { key: stored.originalKey, label: '', alt: '' }]
  },
  'describe a picture': ({ mod, picture }) => ['PATCH', `${mod}/pictures/${picture.id}`, { label: 'Rear', alt: '' }],
  'crop a picture': ({ mod, picture }) => {
    const area = { left: 0, top: 0, width: 400, height: 300 }
    return ['POST', `${mod}/pictures/${picture.id}/crop`, area]
  },
  'remove a picture': ({ mod, picture }) => ['DELETE', `${mod}/pictures/${picture.id}`],
  'order pictures': ({ mod, pictures }) => {
    const ids = pictures.map(({ id }) => id).reverse()
    return ['POST', `${mod}/pictures/order`, { ids }]
  },
  'create a release': async ({ mod, id }) => {
    const { id: uploadId } = await bench.newArchive(id)
    return ['POST', `${mod}/releases`, { uploadId, ...WORDS }]
  },
  'edit a release': ({ draft }) => ['PATCH', `/api/admin/releases/${draft.id}`, WORDS],
  'publish a release': ({ draft }) => ['POST', `/api/admin/releases/${draft.id}/publish`, { at: null }],
  'schedule a release': ({ draft }) => ['POST', `/api/admin/releases/${draft.id}/publish`, { at: TOMORROW }],
  'withdraw a release': ({ second }) => ['POST', `/api/admin/releases/${second.id}/withdraw`],
  'remove a release': ({ draft }) => ['DELETE', `/api/admin/releases/${draft.id}`],
}

/** Every row that a write could have changed. */
const everything = async () => {
  const TABLES = ['mods', 'mod_configurations', 'related_mods', 'mod_pictures', 'mod_releases', 'audit_log']
  const contents: unknown[] = []
  for (const table of [...TABLES, 'release_compatibility', 'compatibility_changes', 'graphile_worker.jobs']) {
    contents.push((await store.db.execute(sql.raw(`select * from ${table} order by 1`))).rows)
  }
  return contents
}

describe('a change and its line in the log', () => {
  test.each(Object.entries(WRITES))('%s: are both there, or neither', async (_name, callOf) => {
    const call = await callOf(await newMod())
    const before = await everything()
    await store.db.execute(sql`create trigger full_log before insert on audit_log execute function refuse_entry()`)
    const failed = await bench.admin.call(...call)
    await store.db.execute(sql`drop trigger full_log on audit_log`)
    expect(failed.statusCode, failed.body).toBe(500)
    expect(await everything()).toEqual(before)

    const known = (await lastChanges(store.db)).length
    await bench.ask(...call)
    const [entry, ...others] = await lastChanges(store.db)
    expect(others.length).toBeGreaterThanOrEqual(known)
    expect(entry).toMatchObject({ actorId: bench.admin.row.id, subjectId: expect.any(String) })
    expect([entry?.before, entry?.after]).not.toEqual([null, null])
  })
})
