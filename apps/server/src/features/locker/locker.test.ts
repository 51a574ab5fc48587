import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '@slipstream/contract/durations'
import type { Download, Locker } from '@slipstream/contract/locker'
import { inTransaction } from '@slipstream/db/client'
import { copies } from '@slipstream/db/tables/copies'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads, releaseReports } from '@slipstream/db/tables/locker'
import { gameVersions, modReleases, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { createRelease } from '@slipstream/db/testing/catalogue-factories'
import { grantMod } from '#features/entitlements/entitlements.service.ts'
import { changeSettings } from '#features/settings/settings.service.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { createReleasedMod, requestDownload } from '#testing/released-mod.ts'
import { modArchive, sha256Of } from '#testing/sent-archive.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const FILE = await modArchive({ vehicles: 1, configurations: 1 })

const store = await openEmptiedTestStore()

/** A mod whose newest release is in the bucket. */
const releasedMod = (fileName = 'kestrel_r4.zip') =>
  createReleasedMod(store, {
    mod: { title: 'Kestrel R4 Rally', fileName },
    archive: FILE,
    release: { version: '1.2.0', changes: ['New springs.'], publishedAt: new Date(Date.now() - 60_000) },
  })

const give = (person: Person, modId: number) =>
  inTransaction(store.db, (tx) =>
    grantMod(tx, { username: person.row.username, modId, reason: 'a present', by: person.row.id }),
  )
const lockerOf = async (person: Person) => (await person.call('GET', '/api/locker')).json<Locker>()
const download = (person: Person, modId: number, body: object = {}) => requestDownload(store, person, modId, body)
const ready = async (person: Person, modId: number) => {
  const answer = await download(person, modId)
  expect(answer.statusCode, answer.body).toBe(200)
  const given = answer.json<Download>()
  if (given.state !== 'ready') throw new Error('the copy is not ready')
  return given
}
const setWindow = (person: Person, ends: Date | null) =>
  store.db.update(entitlements).set({ windowEndsAt: ends }).where(eq(entitlements.userId, person.row.id))

describe('the locker', () => {
  test('the locker is empty for a user who owns nothing, and visitors are refused', async () => {
    expect((await store.call('GET', '/api/locker')).statusCode).toBe(401)
    const person = await newPerson(store)
    expect(await lockerOf(person)).toEqual({
      items: [],
      gameVersion: null,
      premiumExpiresAt: null,
      renewals: 'one-click',
    })
  })

  test('the locker uses the highest game version, even if an older one is announced later', async () => {
    const announced = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS)
    await store.db.insert(gameVersions).values([
      { version: '0.36', announcedAt: announced(9) },
      { version: '0.9', announcedAt: announced(2) },
    ])
    const { mod, release } = await releasedMod()
    const person = await newPerson(store)
    await give(person, mod.id)
    expect((await lockerOf(person)).gameVersion).toBe('0.36')
    expect((await person.call('POST', `/api/locker/${mod.id}/report`, { report: 'works' })).statusCode).toBe(200)
    const reports = await store.db.select().from(releaseReports).where(eq(releaseReports.releaseId, release.id))
    expect(reports.map(({ gameVersion }) => gameVersion)).toEqual(['0.36'])
  })

  test('the locker shows the newest release, its compatibility with the current game and the free download period', async () => {
    const { mod, release } = await releasedMod()
    await store.db.insert(gameVersions).values({ version: '0.36' })
    await store.db
      .insert(releaseCompatibility)
      .values({ releaseId: release.id, gameVersion: '0.36', state: 'unconfirmed' })
    const person = await newPerson(store)
    await give(person, mod.id)

    const { items, gameVersion } = await lockerOf(person)
    expect(gameVersion).toBe('0.36')
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      title: 'Kestrel R4 Rally',
      source: 'grant',
      release: { version: '1.2.0', changes: ['New springs.'], sizeBytes: FILE.length, sha256: null },
      downloadedVersion: null,
      hasUpdate: false,
      isWindowOpen: true,
      compatibility: 'unconfirmed',
      ownReport: null,
    })
    const days = (new Date(items[0]?.freeUntil ?? 0).getTime() - Date.now()) / DAY_MS
    expect(Math.round(days)).toBe(30)
  })

  test('an archived mod stays in the locker', async () => {
    const { mod } = await releasedMod()
    const person = await newPerson(store)
    await give(person, mod.id)
    await store.db.update(mods).set({ status: 'archived' }).where(eq(mods.id, mod.id))
    expect((await lockerOf(person)).items[0]).toMatchObject({ modId: mod.id, isForSale: false })
    await ready(person, mod.id)
  })

  test('the locker marks mods with an update since the last download', async () => {
    const { mod } = await releasedMod()
    const person = await newPerson(store)
    await give(person, mod.id)
    expect((await person.call('GET', '/api/locker/news')).json()).toEqual({ updates: 0 })
    await ready(person, mod.id)

    await createRelease(store.db, { modId: mod.id, version: '1.3.0' })
    await store.db.update(mods).set({ version: '1.3.0' }).where(eq(mods.id, mod.id))
    expect((await lockerOf(person)).items[0]).toMatchObject({ downloadedVersion: '1.2.0', hasUpdate: true })
    expect((await person.call('GET', '/api/locker/news')).json()).toEqual({ updates: 1 })
  })
})

describe('a download', () => {
  test('a download is the owner’s own copy with its exact hash, size and file name and can be resumed', async () => {
    const { mod } = await releasedMod()
    const person = await newPerson(store)
    await give(person, mod.id)

    const { url, fileName, sizeBytes, sha256 } = await ready(person, mod.id)
    const answer = await fetch(url)
    expect(answer.headers.get('content-disposition')).toContain('filename="kestrel_r4.zip"')
    const whole = Buffer.from(await answer.arrayBuffer())
    expect({ fileName, sizeBytes, sha256 }).toEqual({
      fileName: 'kestrel_r4.zip',
      sizeBytes: whole.length,
      sha256: sha256Of(whole),
    })
    expect(whole.equals(FILE)).toBe(false)
    expect((await lockerOf(person)).items[0]?.release?.sha256).toBe(sha256)
    const rest = await fetch(url, { headers: { range: 'bytes=10-' } })
    expect(rest.status).toBe(206)
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(10))).toBe(true)
  })

  test('T-LINKSHARE: a download link expires after a minute and works for no other object', async () => {
    const { mod } = await releasedMod()
    const person = await newPerson(store)
    await give(person, mod.id)
    const { url } = await ready(person, mod.id)

    const address = new URL(url)
    expect(Number(address.searchParams.get('X-Amz-Expires'))).toBe(60)
    const later = new URL(url)
    later.searchParams.set('X-Amz-Expires', '6000')
    const other = new URL(url)
    other.pathname = other.pathname.replace(/.$/, 'x')
    for (const tampered of [later, other]) expect((await fetch(tampered)).status).toBe(403)

    // A link signed like ours that expires after a second.
    const [row] = await store.db.select().from(copies)
    const old = await store.services.storage.presignDownload(row?.objectKey ?? '', {
      fileName: 'kestrel_r4.zip',
      expiresInSeconds: 1,
    })
    await expect.poll(async () => (await fetch(old)).status, { timeout: 10_000, interval: 300 }).toBe(403)
  })

  test('T-LINKSHARE: a revoked mod cannot be downloaded, and neither can another person’s mod', async () => {
    const { mod } = await releasedMod()
    const [owner, other] = [await newPerson(store), await newPerson(store)]
    await give(owner, mod.id)
    expect((await download(other, mod.id)).json()).toMatchObject({ code: 'locker.not_owned' })
    expect((await download(other, mod.id)).statusCode).toBe(404)
    expect((await store.call('POST', `/api/locker/${mod.id}/download`, { body: {} })).statusCode).toBe(401)

    await store.db.update(entitlements).set({ revokedAt: new Date(), revokeReason: 'refund' })
    expect((await download(owner, mod.id)).statusCode).toBe(404)
    expect((await lockerOf(owner)).items).toEqual([])
  })

  test('[LEGAL-03] after the free period a download needs a renewal, which opens 30 more days', async () => {
    const { mod } = await releasedMod()
    const person = await newPerson(store)
    await give(person, mod.id)
    await setWindow(person, new Date(Date.now() - 1_000))

    expect((await download(person, mod.id)).json()).toMatchObject({ code: 'locker.window_over' })
    expect((await lockerOf(person)).items[0]).toMatchObject({ isWindowOpen: false })
    expect(await store.db.select().from(downloads)).toEqual([])

    const renewed = (await person.call('POST', `/api/locker/${mod.id}/renew`)).json<{ freeUntil: string | null }>()
    expect(renewed).toMatchObject({ isWindowOpen: true })
    // Compared in PostgreSQL, whose clock set the value.
    const [{ days } = { days: null }] = await store.db
      .select({ days: sql<number>`extract(epoch from ${entitlements.windowEndsAt} - now()) / 86400` })
      .from(entitlements)
    expect(Number(days)).toBeCloseTo(30, 2)
    expect(new Date(renewed.freeUntil ?? 0).getTime()).toBeGreaterThan(Date.now() + 29 * DAY_MS)
    await ready(person, mod.id)
  })

  test('the creator can leave renewals to support or make downloads never expire', async () => {
    const { mod } = await releasedMod()
    const person = await newPerson(store)
    await give(person, mod.id)
    await setWindow(person, new Date(Date.now() - 1_000))
    await inTransaction(store.db, (tx) => changeSettings(tx, { renewals: 'ask-support' }))
    await expect.poll(() => store.services.settings.current().renewals).toBe('ask-support')
    expect((await person.call('POST', `/api/locker/${mod.id}/renew`)).json()).toMatchObject({
      code: 'locker.ask_support',
    })

    await inTransaction(store.db, (tx) => changeSettings(tx, { downloadWindowDays: 0 }))
    await expect.poll(() => store.services.settings.current().downloadWindowDays).toBe(0)
    expect((await lockerOf(person)).items[0]).toMatchObject({ isWindowOpen: true, freeUntil: null })
    await ready(person, mod.id)
  })

  test('a download is recorded with its version, ends the right of withdrawal once and is shown to its owner only', async () => {
    const { mod } = await releasedMod()
    const [owner, other] = [await newPerson(store), await newPerson(store)]
    await give(owner, mod.id)
    await ready(owner, mod.id)
    const [first] = await store.db.select().from(entitlements)
    await ready(owner, mod.id)
    const [second] = await store.db.select().from(entitlements)
    expect(first?.firstDownloadedAt).toBeInstanceOf(Date)
    expect(second?.firstDownloadedAt).toEqual(first?.firstDownloadedAt)

    const { items } = (await owner.call('GET', '/api/locker/downloads')).json<{ items: { version: string }[] }>()
    expect(items.map(({ version }) => version)).toEqual(['1.2.0', '1.2.0'])
    expect((await other.call('GET', '/api/locker/downloads')).json()).toEqual({ items: [], next: null })
  })

  test('downloading a missing file answers an error and records nothing', async () => {
    const { mod, release } = await releasedMod()
    const person = await newPerson(store)
    await give(person, mod.id)
    await store.db.update(modReleases).set({ objectKey: 'uploads/nothing-here' }).where(eq(modReleases.id, release.id))
    expect((await download(person, mod.id)).json()).toMatchObject({ code: 'locker.no_file' })
    await store.db.update(modReleases).set({ objectKey: null }).where(eq(modReleases.id, release.id))
    expect((await download(person, mod.id)).json()).toMatchObject({ code: 'locker.no_file' })
    expect(await store.db.select().from(downloads)).toEqual([])
  })

  test('older releases can be downloaded, but not withdrawn ones or those of another mod', async () => {
    const { mod, release } = await releasedMod()
    const foreign = await releasedMod('another.zip')
    const newer = await createRelease(store.db, { modId: mod.id, version: '2.0.0' })
    const person = await newPerson(store)
    await give(person, mod.id)

    expect((await download(person, mod.id, { releaseId: release.id })).json()).toMatchObject({ version: '1.2.0' })
    expect((await download(person, mod.id, { releaseId: foreign.release.id })).json()).toMatchObject({
      code: 'locker.no_file',
    })
    await store.db
      .update(modReleases)
      .set({ status: 'withdrawn' })
      .where(sql`${modReleases.id} in (${newer.id}, ${release.id})`)
    expect((await download(person, mod.id, { releaseId: release.id })).json()).toMatchObject({ code: 'locker.no_file' })
  })
})

describe('a compatibility report', () => {
  test('an owner’s report is stored for the release and current game, and a new one replaces it', async () => {
    const { mod } = await releasedMod()
    const [owner, other] = [await newPerson(store), await newPerson(store)]
    await give(owner, mod.id)
    const say = (person: Person, body: object) => person.call('POST', `/api/locker/${mod.id}/report`, body)
    expect((await say(owner, { report: 'works' })).json()).toMatchObject({ code: 'locker.nothing_to_report' })

    await store.db.insert(gameVersions).values({ version: '0.36' })
    expect((await say(owner, { report: 'works' })).json()).toMatchObject({ ownReport: 'works' })
    expect((await say(owner, { report: 'broken', note: 'The doors fall off.' })).json()).toMatchObject({
      ownReport: 'broken',
    })
    expect(await store.db.select().from(releaseReports)).toMatchObject([
      { gameVersion: '0.36', report: 'broken', note: 'The doors fall off.' },
    ])
    expect((await say(other, { report: 'works' })).statusCode).toBe(404)
    expect((await say(owner, { report: 'works', userId: other.row.id })).statusCode).toBe(400)
  })
})
