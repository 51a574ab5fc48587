import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LatestRelease, ModDetails, ModPage } from '@slipstream/contract/mods'
import type { AdminRelease } from '@slipstream/contract/releases'
import { compatibilityChanges, modReleases, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { uploads } from '@slipstream/db/tables/uploads'
import { publishDue } from '#features/mods/publish-due.service.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { type OpenServer, openServer } from '#testing/open-server.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { openWorkbench, type Workbench } from '#testing/workbench.ts'

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
const words = (version: string, changes = ['New wheels.']) => ({ version, changes, gameVersions: ['0.36'] })
const list = (modId: number) => bench.ask<AdminRelease[]>('GET', `/api/admin/mods/${modId}/releases`)
const create = async (modId: number, version: string, status: 'ready' | 'checking' = 'ready') => {
  const { id: uploadId } = await bench.newArchive(modId, { status })
  return bench.ask<AdminRelease>('POST', `/api/admin/mods/${modId}/releases`, { uploadId, ...words(version) })
}
const publish = (id: number, at: string | null = null) =>
  bench.ask<AdminRelease>('POST', `/api/admin/releases/${id}/publish`, { at })
const withdraw = (id: number) => bench.ask<AdminRelease>('POST', `/api/admin/releases/${id}/withdraw`)
const versionsOf = async (modId: number) => {
  const mod = (await secondServer.app.inject(`/api/mods/${modId}`)).json<ModDetails>()
  const [listed] = (await secondServer.app.inject('/api/mods')).json<ModPage>().items
  const [latest] = (await secondServer.app.inject('/api/releases')).json<LatestRelease[]>()
  const [, inFeed] = /<item><title>.*? ([\d.]+)<\/title>/.exec((await secondServer.app.inject('/feed.xml')).body) ?? []
  const [row] = await store.db.select().from(mods).where(eq(mods.id, modId))
  return [mod.version, mod.releases[0]?.version, listed?.version, latest?.version, inFeed, row?.version]
}
const playersGet = (modId: number, version: string) =>
  vi.waitFor(async () => expect(new Set(await versionsOf(modId))).toEqual(new Set([version])), { timeout: 5_000 })

describe('a release', () => {
  test('a release starts as a hidden draft of an archive and can be published on its own', async () => {
    const { id } = await bench.newShown()
    const draft = await create(id, '2.0')
    expect(draft).toMatchObject({
      ...{ modId: id, ...words('2.0'), status: 'draft', publishedAt: null, isCurrent: false, uploadStatus: 'ready' },
      ...{ sizeBytes: 1_000_000, sha256: 'b'.repeat(64), compatibility: [] },
    })
    expect((await list(id)).map(({ version }) => version)).toEqual(['2.0', '1.0'])
    await playersGet(id, '1.0')

    const published = await publish(draft.id)
    expect(published).toMatchObject({ status: 'published', isCurrent: true, publishedAt: expect.any(String) })
    await playersGet(id, '2.0')
    expect((await list(id)).map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
      ['2.0', true],
      ['1.0', false],
    ])
  })

  test('publishing or editing a release confirms the game versions it was tested with', async () => {
    const { id } = await bench.newShown()
    const release = await create(id, '2.0')
    expect((await publish(release.id)).compatibility).toEqual([
      { gameVersion: '0.36', state: 'confirmed', fixedIn: null, note: '' },
    ])
    const unsure = { releaseId: release.id, state: 'unconfirmed' as const }
    await store.db.insert(releaseCompatibility).values([
      { ...unsure, gameVersion: '0.37' },
      { ...unsure, gameVersion: '0.9', state: 'broken' },
    ])
    const more = { ...words('2.0'), gameVersions: ['0.36', '0.37', '0.9'] }
    const edited = await bench.ask<AdminRelease>('PATCH', `/api/admin/releases/${release.id}`, more)
    expect(edited.compatibility.map(({ gameVersion, state }) => [gameVersion, state])).toEqual([
      ['0.37', 'confirmed'],
      ['0.36', 'confirmed'],
      ['0.9', 'broken'],
    ])
    const told = await store.db
      .select()
      .from(compatibilityChanges)
      .where(eq(compatibilityChanges.releaseId, release.id))
      .orderBy(compatibilityChanges.id)
    expect(told.map(({ gameVersion, fromState, toState }) => [gameVersion, fromState, toState])).toEqual([
      ['0.36', null, 'confirmed'],
      ['0.37', 'unconfirmed', 'confirmed'],
    ])
  })

  test('a release needs a usable archive of its own mod, and each archive is used once', async () => {
    const [mod, other] = [await bench.newDraft(), await bench.newDraft()]
    const address = `/api/admin/mods/${mod.id}/releases`
    const make = async (upload: { id: number }, version = '1.0') =>
      bench.refused('POST', address, { uploadId: upload.id, ...words(version) })
    await create(mod.id, '1.0')
    expect(await make(await bench.newArchive(mod.id))).toEqual([409, 'release.version_taken'])
    const [used] = await store.db.select().from(uploads)
    expect(await make(used ?? { id: 0 }, '1.1')).toEqual([409, 'upload.released'])
    expect(await make(await bench.newArchive(other.id), '1.1')).toEqual([404, 'upload.not_found'])
    const refusals = { canceled: 'upload.not_found', refused: 'upload.unusable', damaged: 'upload.unusable' } as const
    for (const [status, code] of Object.entries(refusals)) {
      const upload = await bench.newArchive(mod.id, { status: status as keyof typeof refusals })
      expect((await make(upload, '1.1'))[1], status).toBe(code)
    }
    const nobody = { uploadId: 999_999, ...words('1.1') }
    expect(await bench.refused('POST', address, nobody)).toEqual([404, 'upload.not_found'])
    expect(await bench.refused('POST', '/api/admin/mods/999999/releases', nobody)).toEqual([404, 'mod.not_found'])
    expect(await bench.refused('GET', '/api/admin/mods/999999/releases')).toEqual([404, 'mod.not_found'])
    const wrong = { ...nobody, version: 'newest' }
    expect(await bench.refused('POST', address, wrong)).toEqual([400, 'request.invalid'])
    expect((await list(mod.id)).length).toBe(1)
  })

  test('a release can be published only after its archive was fully checked', async () => {
    const { id } = await bench.newShown()
    const release = await create(id, '2.0', 'checking')
    const address = `/api/admin/releases/${release.id}/publish`
    for (const at of [null, TOMORROW]) {
      expect(await bench.refused('POST', address, { at })).toEqual([409, 'release.not_checked'])
    }
    await store.db
      .update(uploads)
      .set({ status: 'damaged' })
      .where(eq(uploads.id, release.uploadId ?? 0))
    expect(await bench.refused('POST', address, { at: null })).toEqual([409, 'upload.unusable'])
    await store.db
      .update(uploads)
      .set({ status: 'ready' })
      .where(eq(uploads.id, release.uploadId ?? 0))
    await publish(release.id)
    expect(await bench.refused('POST', address, { at: null })).toEqual([409, 'release.already_published'])
    expect(await bench.refused('POST', '/api/admin/releases/999999/publish', { at: null })).toEqual([
      404,
      'release.not_found',
    ])
  })

  test('a release’s texts can change, but not its version once it is published', async () => {
    const { id } = await bench.newShown()
    const draft = await create(id, '2.0')
    const address = `/api/admin/releases/${draft.id}`
    expect(await bench.refused('PATCH', address, words('1.0'))).toEqual([409, 'release.version_taken'])
    expect(await bench.ask('PATCH', address, words('2.1'))).toMatchObject({ version: '2.1' })
    await publish(draft.id)
    expect(await bench.refused('PATCH', address, words('2.2'))).toEqual([409, 'release.version_is_fixed'])
    await bench.ask('PATCH', address, words('2.1', ['Louder.']))
    const changes = async () =>
      (await secondServer.app.inject(`/api/mods/${id}`)).json<ModDetails>().releases[0]?.changes
    await vi.waitFor(async () => expect(await changes()).toEqual(['Louder.']), { timeout: 5_000 })
    expect(await bench.refused('PATCH', '/api/admin/releases/999999', words('1.0'))).toEqual([404, 'release.not_found'])
    expect((await lastChanges(store.db))[0]).toMatchObject({
      ...{ action: 'edit', subject: 'release', subjectId: String(draft.id) },
      ...{ before: { changes: ['New wheels.'] }, after: { changes: ['Louder.'] } },
    })
  })

  test('removing a draft release frees its archive for another one', async () => {
    const { id, releaseId } = await bench.newShown()
    const draft = await create(id, '2.0')
    await bench.ask('DELETE', `/api/admin/releases/${draft.id}`)
    expect((await list(id)).map(({ version }) => version)).toEqual(['1.0'])
    const again = { uploadId: draft.uploadId, ...words('2.0') }
    await bench.ask('POST', `/api/admin/mods/${id}/releases`, again)
    const address = `/api/admin/releases/${releaseId}`
    expect(await bench.refused('DELETE', address)).toEqual([409, 'release.already_published'])
    expect(await bench.refused('DELETE', '/api/admin/releases/999999')).toEqual([404, 'release.not_found'])
  })
})

describe('rolling back a release', () => {
  test('a rollback gives players the previous release everywhere, and can be undone', async () => {
    const { id, releaseId } = await bench.newShown()
    const next = await create(id, '2.0')
    await publish(next.id)
    await playersGet(id, '2.0')
    expect(await withdraw(next.id)).toMatchObject({ status: 'withdrawn', isCurrent: false })
    await playersGet(id, '1.0')
    expect((await lastChanges(store.db))[0]).toMatchObject({
      ...{ action: 'roll back', subject: 'release', subjectId: String(next.id) },
      ...{ before: { status: 'published' }, after: { status: 'withdrawn' } },
    })
    expect(await bench.refused('POST', `/api/admin/releases/${releaseId}/withdraw`)).toEqual([409, 'release.only_one'])
    await publish(next.id)
    await playersGet(id, '2.0')
  })

  test('only a published release can be rolled back', async () => {
    const { id } = await bench.newShown()
    const draft = await create(id, '2.0')
    const address = `/api/admin/releases/${draft.id}/withdraw`
    expect(await bench.refused('POST', address)).toEqual([409, 'release.not_published'])
    expect(await bench.refused('POST', '/api/admin/releases/999999/withdraw')).toEqual([404, 'release.not_found'])
  })

  test('when the last two releases of a mod are rolled back at the same moment, one stays published', async () => {
    const { id, releaseId } = await bench.newShown()
    const next = await publish((await create(id, '2.0')).id)
    const answers = await Promise.all(
      [releaseId, next.id].map((one) => bench.admin.call('POST', `/api/admin/releases/${one}/withdraw`)),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

describe('a scheduled release', () => {
  test('a scheduled release is published once, however many workers run', async () => {
    const { id } = await bench.newShown()
    const draft = await create(id, '2.0')
    expect(await publish(draft.id, TOMORROW)).toMatchObject({ status: 'draft', publishAt: TOMORROW })
    await publishDue(store.db)
    await playersGet(id, '1.0')
    const publishAt = sql`now() - interval '1 second'`
    await store.db.update(modReleases).set({ publishAt }).where(eq(modReleases.id, draft.id))
    await Promise.all([store.services.db, secondServer.services.db].map((db) => publishDue(db)))
    await playersGet(id, '2.0')
    const done = (await lastChanges(store.db)).filter(({ actorId }) => actorId === null)
    expect(done).toMatchObject([{ action: 'publish', subject: 'release', subjectId: String(draft.id) }])
    expect((await list(id))[0]).toMatchObject({ status: 'published', publishAt: null })
  })

  test('the scheduled publication of a release can be canceled', async () => {
    const { id } = await bench.newShown()
    const draft = await create(id, '2.0')
    await publish(draft.id, TOMORROW)
    const address = `/api/admin/releases/${draft.id}/publish`
    expect(await bench.ask('DELETE', address)).toMatchObject({ status: 'draft', publishAt: null })
    expect(await bench.ask('DELETE', address)).toMatchObject({ publishAt: null })
    const told = (await lastChanges(store.db)).filter(({ action }) => action === 'unschedule')
    expect(told).toHaveLength(1)
    expect(await bench.refused('DELETE', '/api/admin/releases/999999/publish')).toEqual([404, 'release.not_found'])
  })
})
