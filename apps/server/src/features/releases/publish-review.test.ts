import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { AdminRelease, PublishReview } from '@slipstream/contract/releases'
import type { UploadReport } from '@slipstream/contract/uploads'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { gameVersions, modReleases } from '@slipstream/db/tables/mod-releases'
import { uploads } from '@slipstream/db/tables/uploads'
import { announceRelease } from '#features/locker/announce-release.service.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { openWorkbench, type Workbench } from '#testing/workbench.ts'

const store = await openEmptiedTestStore()
let bench: Workbench
let modId: number
let owner: Person
beforeEach(async () => {
  bench = await openWorkbench(store)
  const mod = await bench.newShown({ title: 'Merle Wayfarer' })
  modId = mod.id
  await reportOn(mod.releaseId, ['wayfarer'])
  owner = await newPerson(store, { emailVerifiedAt: new Date() })
  const silent = await newPerson(store, { emailVerifiedAt: new Date(), notificationChoices: { modUpdates: false } })
  const unconfirmed = await newPerson(store, { emailVerifiedAt: null })
  for (const { row } of [owner, silent, unconfirmed]) {
    await store.db.insert(entitlements).values({ userId: row.id, modId, source: 'grant' })
  }
  await store.db.insert(gameVersions).values([{ version: '0.36' }, { version: '0.37' }])
})

const reportOf = (folders: readonly string[]): UploadReport => ({
  ...{ kind: 'vehicle-mod', findings: [], fileCount: 40 * folders.length, packedBytes: 1, unpackedBytes: 2_000_000 },
  vehicles: folders.map((folder) => ({ folder, name: folder.toUpperCase(), configurations: 1 })),
  proposal: { title: null, make: null, description: null, tags: [], configurations: [] },
  pictures: [],
})
const reportOn = async (releaseId: number, folders: readonly string[]) => {
  const [release] = await store.db.select().from(modReleases).where(eq(modReleases.id, releaseId))
  await store.db
    .update(uploads)
    .set({ report: reportOf(folders) })
    .where(eq(uploads.id, release?.uploadId ?? 0))
}
const draft = async (version: string, folders: readonly string[]) => {
  const { id: uploadId } = await bench.newArchive(modId, { report: reportOf(folders) })
  const words = { version, changes: [], gameVersions: ['0.36'] }
  return bench.ask<AdminRelease>('POST', `/api/admin/mods/${modId}/releases`, { uploadId, ...words })
}
const address = (id: number) => `/api/admin/releases/${id}/publish`
const review = (id: number) => bench.ask<PublishReview>('GET', address(id))
const publish = (id: number, choices: object = {}) =>
  bench.ask<AdminRelease>('POST', address(id), { at: null, ...choices })
const withdraw = (id: number) => bench.ask<AdminRelease>('POST', `/api/admin/releases/${id}/withdraw`)
/** Runs the announcement as its job would when its time has come. */
const announce = async (releaseId: number) => {
  const { db, storage } = store.services
  await announceRelease({ db, storage, publicUrl: store.config.publicUrl }, { releaseId, afterId: 0 })
  await runJobs(store)
}
const subjects = async () => (await readMailbox(owner.row.email ?? '', 0)).map(({ subject }) => subject)
const NEWS = 'Merle Wayfarer 2.0 is ready to download'

test('[CAP-29] before publishing, a release is compared with the one that players have, and its readers are counted', async () => {
  const { id } = await draft('2.0', ['wayfarer', 'aurelion'])
  expect(await review(id)).toEqual({
    before: {
      version: '1.0',
      fileCount: 40,
      unpackedBytes: 2_000_000,
      vehicles: [{ folder: 'wayfarer', name: 'WAYFARER' }],
    },
    contents: {
      ...{ version: '2.0', fileCount: 80, unpackedBytes: 2_000_000 },
      vehicles: [
        { folder: 'wayfarer', name: 'WAYFARER' },
        { folder: 'aurelion', name: 'AURELION' },
      ],
    },
    foreignFolders: ['aurelion'],
    gameVersions: ['0.37', '0.36'],
    isNews: true,
    owners: 3,
    mails: 1,
  })
  expect(await bench.refused('GET', address(999_999))).toEqual([404, 'release.not_found'])
})

test('[CAP-29] a release with the vehicle of another mod is refused until somebody types its folder', async () => {
  const { id } = await draft('2.0', ['aurelion'])
  for (const typed of [{}, { foreignFolder: 'wayfarer' }, { at: '2099-01-01T00:00:00.000Z' }]) {
    expect(await bench.refused('POST', address(id), { at: null, ...typed })).toEqual([409, 'release.foreign_vehicle'])
  }
  expect(await publish(id, { foreignFolder: 'aurelion' })).toMatchObject({ status: 'published' })
  expect((await lastChanges(store.db))[1]).toMatchObject({ after: { confirmedVehicles: ['aurelion'] } })
  // Confirmed once.
  await withdraw(id)
  expect((await review(id)).foreignFolders).toEqual([])
})

test('[CAP-29] publishing stores the changelog and confirms only the game versions that were ticked', async () => {
  const { id } = await draft('2.0', ['wayfarer'])
  const published = await publish(id, { changes: ['New springs.'], gameVersions: ['0.37'] })
  expect(published).toMatchObject({ changes: ['New springs.'], gameVersions: ['0.37'] })
  expect(published.compatibility.map(({ gameVersion }) => gameVersion)).toEqual(['0.37'])
})

test('[CAP-29] owners are told minutes after publishing, and not at all if it was undone before', async () => {
  const { id } = await draft('2.0', ['wayfarer'])
  const { announceAt } = await publish(id)
  expect(Date.parse(announceAt ?? '') - Date.now()).toBeGreaterThan(9 * 60_000)
  await runJobs(store)
  expect(await subjects()).toEqual([])

  expect(await withdraw(id)).toMatchObject({ status: 'withdrawn', announceAt: null })
  await announce(id)
  expect(await subjects()).toEqual([])

  // It was never announced, so bringing it back is news.
  expect(await review(id)).toMatchObject({ isNews: true })
  await publish(id)
  await announce(id)
  expect(await subjects()).toEqual([NEWS])
})

test('[CAP-29] nobody is told of a release that is published quietly, also after an undo', async () => {
  const { id } = await draft('2.0', ['wayfarer'])
  await publish(id)
  await withdraw(id)
  expect(await publish(id, { isQuiet: true })).toMatchObject({ status: 'published', announceAt: null })
  await announce(id)
  expect(await subjects()).toEqual([])
})

test('a release whose owners were told is not announced again when it returns', async () => {
  const { id } = await draft('2.0', ['wayfarer'])
  await publish(id)
  await store.db
    .update(modReleases)
    .set({ announceAt: new Date(0) })
    .where(eq(modReleases.id, id))
  await withdraw(id)
  expect(await review(id)).toMatchObject({ isNews: false })
  expect(await publish(id)).toMatchObject({ announceAt: null })
})
