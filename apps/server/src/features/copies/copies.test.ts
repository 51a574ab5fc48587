import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Download } from '@slipstream/contract/locker'
import { inTransaction } from '@slipstream/db/client'
import { copies, copyMarks, releaseSplits } from '@slipstream/db/tables/copies'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads } from '@slipstream/db/tables/locker'
import { readEntry } from '@slipstream/mod-archive/content'
import { listArchive } from '@slipstream/mod-archive/listing'
import { bufferSource } from '@slipstream/mod-archive/source'
import { zipOf } from '@slipstream/mod-archive/testing/zip-writer'
import { traceLeak } from '@slipstream/mod-archive/tracing/trace'
import { grantMod } from '#features/entitlements/entitlements.service.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { createReleasedMod, requestDownload } from '#testing/released-mod.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { modArchive, sha256Of } from '#testing/sent-archive.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { markKeyOf } from './mark-keys.ts'
import { markCodesOf } from './marks.service.ts'
import { readPlan } from './stored-plan.ts'
import { sweepCopies } from './sweep-copies.service.ts'

vi.setConfig({ testTimeout: 60_000 })

const MARKED = /^vehicles\/.*(\.jbeam|\.pc|\/info[^/]*\.json)$/
const MIB = 2 ** 20
/** Large enough for a body of several parts that the storage copies itself. */
const MASTER = await modArchive({ vehicles: 1, configurations: 2, physicsFiles: 4 }, [
  { name: 'vehicles/strada_car/skin.dds', content: randomBytes(17 * MIB), isStored: true },
])

const store = await openEmptiedTestStore()
const { storage } = store.services

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'copies-'))
})
afterAll(() => rm(folder, { recursive: true }))

const give = (person: Person, modId: number) =>
  inTransaction(store.db, (tx) =>
    grantMod(tx, { username: person.row.username, modId, reason: 'a present', by: person.row.id }),
  )
const newOwner = async (modId: number) => {
  const person = await newPerson(store)
  await give(person, modId)
  return person
}
const request = (person: Person, modId: number, body: object = {}) =>
  person.call('POST', `/api/locker/${modId}/download`, body)
const readyOf = async (person: Person, modId: number) => {
  const answer = await requestDownload(store, person, modId)
  const given = answer.json<Download>()
  if (given.state !== 'ready') throw new Error(`not ready: ${answer.body}`)
  return given
}
const fetched = async ({ url }: { url: string }) => Buffer.from(await (await fetch(url)).arrayBuffer())
const bytesOf = async (person: Person, modId: number) => fetched(await readyOf(person, modId))
const contentsOf = async (zip: Buffer) => {
  const source = bufferSource(zip)
  const { entries, verdict } = await listArchive(source)
  expect(verdict).toBe('accepted')
  return Promise.all(entries.map(async (entry) => ({ ...entry, content: await readEntry(source, entry) })))
}
const objectExists = async (key: string) => (await storage.sizeOfPrivate(key)) !== null
const composeJobs = async () => {
  const { rows } = await store.db.execute<{ count: number }>(
    sql`select count(*)::int as count from graphile_worker.jobs where task_identifier = 'copies.compose'`,
  )
  return rows[0]?.count
}

describe('a copy', () => {
  test('[CAP-27] [OWN-01] two owners’ copies differ from each other and from the master only in marked entries', async () => {
    const { mod } = await createReleasedMod(store, { archive: MASTER })
    const [one, two] = [await newOwner(mod.id), await newOwner(mod.id)]
    const [first, second] = [await bytesOf(one, mod.id), await bytesOf(two, mod.id)]
    const [master, ofOne, ofTwo] = await Promise.all([MASTER, first, second].map(contentsOf))
    expect(ofOne?.map(({ name }) => name)).toEqual(master?.map(({ name }) => name))
    const changed = (other: typeof master, than: typeof master) =>
      (other ?? []).flatMap(({ name, content }, at) =>
        content.equals(than?.[at]?.content ?? Buffer.alloc(0)) ? [] : [name],
      )
    for (const names of [changed(ofOne, master), changed(ofTwo, master), changed(ofOne, ofTwo)]) {
      expect(names.length).toBeGreaterThan(4)
      expect(names.filter((name) => !MARKED.test(name))).toEqual([])
    }

    const headers: number[] = []
    for (let at = first.indexOf('PK\u0003\u0004'); at >= 0; at = first.indexOf('PK\u0003\u0004', at + 1))
      headers.push(at)
    expect(headers).toEqual(ofOne?.map(({ headerOffset }) => headerOffset).toSorted((a, b) => a - b))

    const file = path.join(folder, 'copy.zip')
    await writeFile(file, first)
    expect(execFileSync('unzip', ['-t', file]).toString()).toContain('No errors detected')
    const python = 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())'
    expect(execFileSync('python3', ['-c', python, file]).toString().trim()).toBe('None')
  })

  test('a copy is traced to the mark of its owner with the stored plan and key', async () => {
    const { mod } = await createReleasedMod(store, { archive: MASTER })
    const [one, two] = [await newOwner(mod.id), await newOwner(mod.id)]
    await bytesOf(one, mod.id)
    const leak = await bytesOf(two, mod.id)
    const [split] = await store.db.select().from(releaseSplits)
    if (!split) throw new Error('no split')
    const suspects = {
      plan: await readPlan(storage, split),
      key: markKeyOf(store.config.markKeys, split.keyId),
      purchases: markCodesOf(store.db, mod.id),
    }
    const [mark] = await store.db.select().from(copyMarks).where(eq(copyMarks.userId, two.row.id))
    const trace = await traceLeak(bufferSource(leak), 'leak.zip', [suspects])
    expect(trace).toMatchObject({ verdict: 'match', named: [{ purchase: mark?.code }], scored: 2 })
  })

  test('a swept copy is recreated byte for byte under another name, and its mark survives a refund and its reversal', async () => {
    const { mod } = await createReleasedMod(store)
    const owner = await newOwner(mod.id)
    const before = await readyOf(owner, mod.id)
    const bytes = await fetched(before)
    const [old] = await store.db.select().from(copies)
    await store.db.update(copies).set({ usedAt: new Date(Date.now() - 8 * 86_400_000) })
    await sweepCopies(store.db, AbortSignal.timeout(10_000))
    expect(await store.db.select().from(copies)).toEqual([])
    await runJobs(store)
    expect(await objectExists(old?.objectKey ?? '')).toBe(false)

    const [mark] = await store.db.select().from(copyMarks)
    await store.db.update(entitlements).set({ revokedAt: new Date(), revokeReason: 'refund' })
    expect((await request(owner, mod.id)).json()).toMatchObject({ code: 'locker.not_owned' })
    await store.db.update(entitlements).set({ revokedAt: null, revokeReason: null })
    const after = await readyOf(owner, mod.id)
    expect(after.sha256).toBe(before.sha256)
    expect(sha256Of(await fetched(after))).toBe(sha256Of(bytes))
    expect(await store.db.select().from(copyMarks)).toEqual([mark])
    expect((await store.db.select().from(copies))[0]?.objectKey).not.toBe(old?.objectKey)
  })

  test('a copy whose object is missing from the storage is made again', async () => {
    const { mod } = await createReleasedMod(store)
    const owner = await newOwner(mod.id)
    const bytes = await bytesOf(owner, mod.id)
    const [copy] = await store.db.select().from(copies)
    await storage.remove('private', copy?.objectKey ?? '')
    expect((await request(owner, mod.id)).json()).toMatchObject({ state: 'preparing' })
    expect((await bytesOf(owner, mod.id)).equals(bytes)).toBe(true)
  })

  test('a plain zip without anything to mark is delivered as a copy too', async () => {
    const archive = await zipOf([{ name: 'readme.txt', content: 'Unpack me.' }])
    const { mod } = await createReleasedMod(store, { archive })
    const owner = await newOwner(mod.id)
    const [entry] = await contentsOf(await bytesOf(owner, mod.id))
    expect(entry?.content.toString()).toBe('Unpack me.')
    expect((await store.db.select().from(releaseSplits))[0]?.capacity).toMatchObject({ level: 'none' })
  })
})

describe('preparing a copy', () => {
  test('many concurrent first clicks compose one copy, and only its delivery counts as a download', async () => {
    const { mod } = await createReleasedMod(store)
    const owner = await newOwner(mod.id)
    const click = () => Promise.all(Array.from({ length: 8 }, () => request(owner, mod.id)))
    expect((await click()).map((answer) => answer.json<Download>())).toEqual(
      Array.from({ length: 8 }, () => ({ state: 'preparing', step: 'release' })),
    )
    await runJobs(store)
    for (const answer of await click()) expect(answer.json()).toEqual({ state: 'preparing', step: 'queue' })
    expect(await composeJobs()).toBe(1)
    expect(await store.db.select().from(copies)).toHaveLength(1)
    expect(await store.db.select().from(downloads)).toEqual([])
    expect(await store.db.select().from(entitlements)).toMatchObject([{ firstDownloadedAt: null }])

    await runJobs(store)
    expect((await request(owner, mod.id)).json()).toMatchObject({ state: 'ready' })
    expect(await store.db.select().from(downloads)).toHaveLength(1)
    expect((await store.db.select().from(entitlements))[0]?.firstDownloadedAt).toBeInstanceOf(Date)
  })

  test('the copy of a gift is made before the first click if the release is split', async () => {
    const { mod } = await createReleasedMod(store)
    await bytesOf(await newOwner(mod.id), mod.id)
    const later = await newOwner(mod.id)
    await runJobs(store)
    expect((await request(later, mod.id)).json()).toMatchObject({ state: 'ready' })
  })

  test('a release with a damaged archive is not delivered unmarked, and the store’s owner is alerted', async () => {
    const archive = await zipOf([{ name: 'vehicles/a/a.dds', content: 'texture', isStored: true, crc: 1 }])
    const { mod } = await createReleasedMod(store, { archive, mod: { title: 'Broken Car' } })
    const owner = await newOwner(mod.id)
    expect((await requestDownload(store, owner, mod.id)).json()).toMatchObject({ code: 'locker.not_deliverable' })
    expect(await store.db.select().from(downloads)).toEqual([])
    const { copiesAlerts } = await import('./copies.alerts.ts')
    const [check] = copiesAlerts({ db: store.db })
    const [found] = (await check?.find(AbortSignal.timeout(5_000))) ?? []
    expect(found?.problem).toContain('Broken Car 1.0.0 cannot be handed out')
  })

  test('a failed composition is reported to the waiting person, and the next click tries again', async () => {
    const { mod } = await createReleasedMod(store)
    await bytesOf(await newOwner(mod.id), mod.id)
    const owner = await newPerson(store)
    await give(owner, mod.id)
    const [split] = await store.db.select().from(releaseSplits)
    await store.db.update(releaseSplits).set({ planBytes: 20 })
    expect((await requestDownload(store, owner, mod.id)).json()).toMatchObject({ code: 'locker.copy_failed' })
    await store.db.update(releaseSplits).set({ planBytes: split?.planBytes ?? null })
    expect((await requestDownload(store, owner, mod.id)).json()).toMatchObject({ state: 'ready' })
  })
})

describe('the sweep of copies', () => {
  test('the sweep removes copies of a revoked entitlement after an hour and keeps those of current owners', async () => {
    const { mod } = await createReleasedMod(store)
    const [owner, former] = [await newOwner(mod.id), await newOwner(mod.id)]
    await bytesOf(owner, mod.id)
    await bytesOf(former, mod.id)
    await store.db
      .update(entitlements)
      .set({ revokedAt: new Date(), revokeReason: 'refund' })
      .where(eq(entitlements.userId, former.row.id))
    const sweep = () => sweepCopies(store.db, AbortSignal.timeout(10_000))
    await sweep()
    expect(await store.db.select().from(copies)).toHaveLength(2)
    await store.db.update(copies).set({ usedAt: new Date(Date.now() - 2 * 3_600_000) })
    await sweep()
    const left = await store.db.select().from(copies).innerJoin(copyMarks, eq(copyMarks.id, copies.markId))
    expect(left.map(({ copy_marks }) => copy_marks.userId)).toEqual([owner.row.id])
    expect(await store.db.select().from(copyMarks)).toHaveLength(2)
  })

  test('erasing an account removes its copies and keeps the mark', async () => {
    const { mod } = await createReleasedMod(store)
    const owner = await newOwner(mod.id)
    await bytesOf(owner, mod.id)
    const [copy] = await store.db.select().from(copies)
    const { copiesPersonalData } = await import('./copies.personal-data.ts')
    await inTransaction(store.db, async (tx) => {
      expect(await copiesPersonalData.collect(tx, owner.row.id)).toEqual({
        marks: [{ title: mod.title, since: expect.any(Date) }],
      })
      await copiesPersonalData.erase(tx, owner.row.id)
    })
    await runJobs(store)
    expect(await objectExists(copy?.objectKey ?? '')).toBe(false)
    expect(await store.db.select().from(copyMarks)).toHaveLength(1)
  })
})

test('the worker splits a release that was published by an older version of the store', async () => {
  await createReleasedMod(store)
  await store.db.execute(sql`select graphile_worker.add_job('copies.split_missing')`)
  await runJobs(store)
  expect(await store.db.select().from(releaseSplits)).toMatchObject([{ readyAt: expect.any(Date), failure: null }])
})
