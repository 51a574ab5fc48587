import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ErrorBody } from '@slipstream/contract/errors'
import type { ModDetails, ModPage } from '@slipstream/contract/mods'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { uploads } from '@slipstream/db/tables/uploads'
import { createPicture } from '@slipstream/db/testing/catalogue-factories'
import { enqueue } from '#lib/jobs/jobs.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { type OpenServer, openServer } from '#testing/open-server.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { openWorkbench, type Workbench } from '#testing/workbench.ts'
import { publishDue } from './publish-due.service.ts'

let store: TestStore
let secondServer: OpenServer
let bench: Workbench
beforeAll(async () => {
  store = await openTestStore()
  secondServer = await openServer(store.config)
})
beforeEach(async () => {
  await store.empty()
  bench = await openWorkbench(store)
})
afterAll(async () => {
  await secondServer.close()
  await store.close()
})

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()
const read = (id: number) => bench.ask('GET', `/api/admin/mods/${id}`)
const publish = (id: number, at: string | null = null) => bench.ask('POST', `/api/admin/mods/${id}/publish`, { at })
const archive = (id: number) => bench.ask('POST', `/api/admin/mods/${id}/archive`)
/** Moves the schedule into the past. */
const letTimeCome = async () => {
  const publishAt = sql`now() - interval '1 second'`
  await store.db.update(mods).set({ publishAt }).where(sql`publish_at is not null`)
  await store.db.update(modReleases).set({ publishAt }).where(sql`publish_at is not null`)
}
const doDue = async () => {
  await inTransaction(store.db, (tx) => enqueue(tx, 'mods.publish_due', {}))
  await runJobs(store)
}
/** Changes a due mod while workers that have found it wait for its lock. */
const whileTheyWait = async (
  modId: number,
  workers: Db[],
  happens: (tx: Tx) => Promise<unknown> = async () => null,
) => {
  let work: Promise<unknown> = Promise.resolve()
  await inTransaction(store.db, async (tx) => {
    await tx.select().from(mods).where(eq(mods.id, modId)).for('update')
    work = Promise.all(workers.map((db) => publishDue(db)))
    await vi.waitFor(async () => {
      const { rows } = await store.db.execute(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      expect(rows).toHaveLength(workers.length)
    }, 8_000)
    await happens(tx)
  })
  await work
}
const seenAt = async (id: number) => {
  const [mod, list, sitemap, feed] = await Promise.all(
    [`/api/mods/${id}`, '/api/mods', '/sitemap.xml', '/feed.xml'].map((address) => secondServer.app.inject(address)),
  )
  return {
    page: mod?.statusCode === 200,
    list: list?.json<ModPage>().items.some((item) => item.id === id),
    sitemap: sitemap?.body.includes(`/mods/${id}<`),
    feed: feed?.body.includes(`/mods/${id}<`),
  }
}
const everywhere = { page: true, list: true, sitemap: true, feed: true }
const nowhere = { page: false, list: false, sitemap: false, feed: false }

describe('publishing a mod', () => {
  test('publishing shows a mod with its checked release in another process too, and archiving hides it there', async () => {
    const { id, releaseId } = await bench.newReadyDraft()
    expect(await seenAt(id)).toEqual(nowhere)
    const shown = await publish(id)
    expect(shown).toMatchObject({ status: 'published', publishAt: null, publishedAt: expect.any(String) })
    const [release] = await store.db.select().from(modReleases).where(eq(modReleases.id, releaseId))
    expect(release).toMatchObject({ status: 'published', publishedAt: expect.any(Date) })
    await vi.waitFor(async () => expect(await seenAt(id)).toEqual(everywhere), { timeout: 5_000 })
    expect((await store.app.inject(`/api/mods/${id}`)).json()).toMatchObject({ version: '1.0' })

    expect(await archive(id)).toMatchObject({ status: 'archived' })
    await vi.waitFor(async () => expect(await seenAt(id)).toEqual(nowhere), { timeout: 5_000 })
  })

  test('a saved change to a published mod shows in another process too', async () => {
    const { id } = await bench.newShown({ title: 'Meridian S' })
    const titles = async () => [
      (await secondServer.app.inject(`/api/mods/${id}`)).json<ModDetails>().title,
      (await secondServer.app.inject('/api/mods')).json<ModPage>().items[0]?.title,
    ]
    await vi.waitFor(async () => expect(await titles()).toEqual(['Meridian S', 'Meridian S']), { timeout: 5_000 })
    const { form } = await read(id)
    await bench.ask('PATCH', `/api/admin/mods/${id}`, { ...form, title: 'Meridian RS' })
    await vi.waitFor(async () => expect(await titles()).toEqual(['Meridian RS', 'Meridian RS']), { timeout: 5_000 })
  })

  test('publishing an incomplete mod lists everything that is missing', async () => {
    const { id } = await bench.newDraft({ description: '', hasPrice: false, hasCategory: false })
    const missing = async () => {
      const answer = await bench.admin.call('POST', `/api/admin/mods/${id}/publish`, { at: null })
      const { code, issues = [] } = answer.json<ErrorBody>()
      return [code, ...issues.map(({ path }) => path)]
    }
    const form = ['/description', '/price', '/categoryId']
    expect(await missing()).toEqual(['mod.not_ready', ...form, '/pictures', '/releases'])

    await createPicture(store.db, { modId: id })
    const upload = await bench.newArchive(id, { status: 'checking', sha256: null })
    const words = { version: '1.0', changes: [], gameVersions: [] }
    await bench.ask('POST', `/api/admin/mods/${id}/releases`, { uploadId: upload.id, ...words })
    expect(await missing()).toEqual(['mod.not_ready', ...form, '/releases'])
    await store.db.update(uploads).set({ status: 'ready' })
    expect(await missing()).toEqual(['mod.not_ready', ...form, '/gameVersions'])
    expect((await read(id)).status).toBe('draft')
    expect(await bench.refused('POST', '/api/admin/mods/999999/publish', { at: null })).toEqual([404, 'mod.not_found'])
    expect(await bench.refused('POST', '/api/admin/mods/999999/archive')).toEqual([404, 'mod.not_found'])
  })

  test('republishing an archived mod leaves its draft release alone and is audited once', async () => {
    const { id } = await bench.newShown()
    const next = await bench.newDraftRelease(id, '2.0')
    await archive(id)
    const { publishedAt } = await read(id)
    expect(await publish(id)).toMatchObject({ status: 'published', publishedAt })
    await publish(id)
    const [release] = await store.db.select().from(modReleases).where(eq(modReleases.id, next.id))
    expect(release?.status).toBe('draft')
    const actions = (await lastChanges(store.db)).map(({ subject, action }) => `${action} ${subject}`)
    expect(actions).toEqual(['publish mod', 'archive mod', 'publish mod', 'publish release'])
    expect((await lastChanges(store.db))[0]).toMatchObject({
      before: { status: 'archived' },
      after: { status: 'published' },
    })
  })
})

describe('scheduled publication', () => {
  test('a scheduled mod is published once, however many workers find it due', async () => {
    const { id, releaseId } = await bench.newReadyDraft()
    expect(await publish(id, TOMORROW)).toMatchObject({ status: 'draft', publishAt: TOMORROW })
    await doDue()
    expect((await read(id)).status).toBe('draft')

    await letTimeCome()
    let announced = 0
    store.services.bus.onChange('mods', (changedId) => {
      if (changedId === id) announced++
    })
    await whileTheyWait(id, [store.services.db, secondServer.services.db, store.services.db])
    await doDue()
    expect(await read(id)).toMatchObject({ status: 'published', publishAt: null })
    await vi.waitFor(async () => expect(await seenAt(id)).toEqual(everywhere), { timeout: 5_000 })
    expect(announced).toBe(1)
    const done = (await lastChanges(store.db)).filter(({ action }) => action === 'publish')
    expect(done.map(({ subject, subjectId, actorId }) => [subject, subjectId, actorId])).toEqual([
      ['mod', String(id), null],
      ['release', String(releaseId), null],
    ])
  })

  test('a mod and a release scheduled together are published together', async () => {
    const { id, releaseId } = await bench.newReadyDraft()
    await publish(id, TOMORROW)
    await bench.ask('POST', `/api/admin/releases/${releaseId}/publish`, { at: TOMORROW })
    await letTimeCome()
    await doDue()
    await vi.waitFor(async () => expect(await seenAt(id)).toEqual(everywhere), { timeout: 5_000 })
  })

  test('a scheduled publication can be canceled, or replaced by publishing at once', async () => {
    const { id } = await bench.newReadyDraft()
    await publish(id, TOMORROW)
    expect(await bench.ask('DELETE', `/api/admin/mods/${id}/publish`)).toMatchObject({ publishAt: null })
    expect((await lastChanges(store.db))[0]).toMatchObject({ action: 'unschedule', before: { publishAt: TOMORROW } })
    await doDue()
    expect((await read(id)).status).toBe('draft')
    await publish(id, TOMORROW)
    expect(await publish(id)).toMatchObject({ status: 'published', publishAt: null })
    expect(await bench.refused('POST', `/api/admin/mods/${id}/publish`, { at: TOMORROW })).toEqual([
      400,
      'request.invalid',
    ])
    await archive(id)
    await publish(id, TOMORROW)
    expect(await archive(id)).toMatchObject({ status: 'archived', publishAt: null })
    expect(await bench.refused('DELETE', '/api/admin/mods/999999/publish')).toEqual([404, 'mod.not_found'])
  })

  test('a scheduled publication canceled while a worker waits for the lock does not happen', async () => {
    const { id, releaseId } = await bench.newReadyDraft()
    await publish(id, TOMORROW)
    await bench.ask('POST', `/api/admin/releases/${releaseId}/publish`, { at: TOMORROW })
    await letTimeCome()
    await whileTheyWait(id, [store.db], async (tx) => {
      await tx.update(mods).set({ publishAt: null }).where(eq(mods.id, id))
      await tx
        .update(modReleases)
        .set({ publishAt: new Date(TOMORROW) })
        .where(eq(modReleases.id, releaseId))
    })
    expect((await read(id)).status).toBe('draft')
    const [release] = await store.db.select().from(modReleases).where(eq(modReleases.id, releaseId))
    expect(release?.status).toBe('draft')
  })

  test('a scheduled mod that lacks something is not published and does not block others', async () => {
    const [bare, fine] = [await bench.newReadyDraft(), await bench.newReadyDraft()]
    await publish(bare.id, TOMORROW)
    await publish(fine.id, TOMORROW)
    await store.db.delete(modPictures).where(eq(modPictures.modId, bare.id))
    await letTimeCome()
    await doDue()
    expect(await read(bare.id)).toMatchObject({ status: 'draft', publishAt: null })
    expect(await read(fine.id)).toMatchObject({ status: 'published' })
    const failed = (await lastChanges(store.db)).find(({ action }) => action === 'could not publish')
    expect(failed).toMatchObject({ actorId: null, subjectId: String(bare.id), after: { missing: ['Add a picture.'] } })
  })

  test('a scheduled mod that fails is retried and does not block others', async () => {
    const [broken, fine] = [await bench.newReadyDraft({ title: 'Broken' }), await bench.newReadyDraft()]
    await publish(broken.id, TOMORROW)
    await publish(fine.id, TOMORROW)
    await letTimeCome()
    await store.db.execute(sql`alter table mods add constraint trouble check (title <> 'Broken' or status = 'draft')`)
    await expect(publishDue(store.db)).rejects.toThrow('not everything due could be published')
    expect((await read(fine.id)).status).toBe('published')
    expect((await read(broken.id)).status).toBe('draft')
    // A partial run would have published only its release.
    const [release] = await store.db.select().from(modReleases).where(eq(modReleases.id, broken.releaseId))
    expect(release?.status).toBe('draft')
    await store.db.execute(sql`alter table mods drop constraint trouble`)
    await doDue()
    expect((await read(broken.id)).status).toBe('published')
  })
})
