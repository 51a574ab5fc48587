import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ConfigurationForm } from '@slipstream/contract/mod-form'
import { inTransaction } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { uploads } from '@slipstream/db/tables/uploads'
import { createMod, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { listArchive } from '@slipstream/mod-archive/listing'
import { readReport } from '@slipstream/mod-archive/report'
import { countedSource } from '@slipstream/mod-archive/testing/counted-source'
import { HOSTILE_ARCHIVES } from '@slipstream/mod-archive/testing/hostile-archives'
import { HOSTILE_ENTRIES } from '@slipstream/mod-archive/testing/hostile-entries'
import { zipOf } from '@slipstream/mod-archive/testing/zip-writer'
import { loadSharp } from '#gateways/images.ts'
import type { Storage } from '#gateways/storage.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { modArchive, openSender, sha256Of } from '#testing/sent-archive.ts'
import { openFileStore } from '#testing/test-store.ts'
import { archiveSource } from './archive-source.ts'
import { cancelUpload } from './cancel-upload.service.ts'
import { checkUpload } from './check-upload.service.ts'
import { ingestUpload } from './ingest-upload.service.ts'

vi.setConfig({ testTimeout: 60_000 })

const BLOCK = 4 * 2 ** 20

const store = await openFileStore()
let admin: Person
let sender: ReturnType<typeof openSender>
let modId: number
beforeAll(async () => {
  modId = (await createMod(store.db, { status: 'draft' })).id
  admin = await newPerson(store, { isAdmin: true })
  sender = openSender(admin.call)
})

const rowOf = async (id: number) => (await store.db.select().from(uploads).where(eq(uploads.id, id)))[0]
const sendAndRead = async (bytes: Buffer, changes: object = {}) => {
  const { id } = await sender.send(modId, bytes, changes)
  await runJobs(store)
  return sender.read(id)
}
/** Several blocks of the check, so that a test can act between them. */
const largeMod = (blocks = 3) =>
  modArchive({ vehicles: 1, configurations: 2 }, [
    { name: 'vehicles/strada_car/skin.dds', content: randomBytes(blocks * BLOCK), isStored: true },
  ])
const codesOf = (upload: { report: { findings: { code: string }[] } | null }) =>
  upload.report?.findings.map(({ code }) => code)

describe('an uploaded archive', () => {
  test('an uploaded archive lists its content, proposes the mod’s form and is verified to the last byte', async () => {
    const bytes = await modArchive({ vehicles: 2, configurations: 5 })
    const upload = await sendAndRead(bytes)
    expect(upload).toMatchObject({
      status: 'ready',
      sha256: sha256Of(bytes),
      report: { kind: 'vehicle-mod', findings: [] },
    })
    expect(upload.progress).toEqual({ doneBytes: bytes.length, ofBytes: bytes.length })
    expect(upload.report?.vehicles).toEqual([
      { folder: 'strada_car', name: 'Strada', configurations: 3 },
      { folder: 'vento_car', name: 'Vento', configurations: 2 },
    ])
    const { configurations, ...words } = upload.report?.proposal ?? { configurations: [] }
    expect(words).toEqual({
      title: 'Automotora Strada',
      make: 'Automotora',
      description: 'A light coupe for mountain roads.',
      tags: ['car', 'coupe', 'italy'],
    })
    expect(configurations.map(({ name }) => name).sort()).toEqual([
      'Strada BASE',
      'Strada GT',
      'Strada Sport (M)',
      'Vento BASE',
      'Vento Sport (M)',
    ])
    for (const one of configurations) expect(ConfigurationForm.parse(one)).toEqual(one)
    expect(configurations.find(({ name }) => name === 'Strada BASE')).toEqual({
      name: 'Strada BASE',
      bodyStyle: 'Coupe',
      engine: 'Naturally aspirated',
      fuel: 'Gasoline',
      powerKw: 88,
      torqueNm: 150,
      drivetrain: 'RWD',
      transmission: 'Manual',
      massKg: 1_180,
      topSpeedKmh: 173,
      sprintS: 11,
    })
  })

  test('the pictures of an archive are shown once each and re-encoded', async () => {
    const upload = await sendAndRead(await modArchive({ vehicles: 2, configurations: 5 }))
    expect(upload.report?.pictures.map(({ name }) => name)).toEqual(['Strada', 'Vento'])
    const sharp = await loadSharp()
    for (const { key, picture } of upload.report?.pictures ?? []) {
      expect(picture).toMatchObject({ src: store.services.storage.publicUrl(key), width: 480, height: 270, widths: [] })
      const answer = await fetch(picture.src)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 480 })
    }
    const hashes = upload.report?.pictures.map(({ key }) => key.slice('pictures/'.length, -'.webp'.length))
    expect((await rowOf(upload.id))?.pictureHashes).toEqual(hashes)
  })

  test('an archive with problems for players is accepted with warnings', async () => {
    const bytes = await modArchive({ vehicles: 1, configurations: 1 }, [
      { name: 'more.zip', content: 'PK' },
      { name: 'vehicles/strada_car/turbo.pc', content: '{}' },
      { name: 'vehicles/strada_car/info_turbo.json', content: '{"Configuration": "Turbo"}' },
      { name: 'vehicles/strada_car/rally.pc', content: '{}' },
      { name: 'vehicles/strada_car/info_rally.json', content: '{"Configuration": "Rally"}' },
      { name: 'vehicles/strada_car/rally.png', content: 'not a picture' },
    ])
    const upload = await sendAndRead(bytes)
    expect(upload.status).toBe('ready')
    expect(codesOf(upload)).toEqual(
      expect.arrayContaining(['nested-archive', 'configuration-without-picture', 'unusable-picture']),
    )
  })

  test('an archive with a vehicle in the wrong folder is refused, unless it is sent as a plain zip', async () => {
    const bytes = await zipOf([{ name: 'My Mod/vehicles/strada/info.json', content: '{}' }])
    const refused = await sendAndRead(bytes)
    expect([refused.status, codesOf(refused)]).toEqual(['refused', ['wrong-root']])
    const plain = await sendAndRead(bytes, { openAs: 'plain-zip' })
    expect(plain).toMatchObject({ status: 'ready', report: { kind: 'plain-zip', findings: [], pictures: [] } })
    expect(plain.report?.proposal).toEqual({ title: null, make: null, description: null, tags: [], configurations: [] })
  })

  test('an archive is listed in at most 2 reads and analyzed with less than 100 kB of it', async () => {
    const bytes = await modArchive({ vehicles: 3, configurations: 36 }, [
      { name: 'vehicles/strada_car/skin.dds', content: randomBytes(3 * BLOCK), isStored: true },
    ])
    const { id } = await sender.send(modId, bytes)
    const { objectKey = '', sizeBytes = 0 } = (await rowOf(id)) ?? {}
    const source = countedSource(archiveSource(store.services.storage, { objectKey, sizeBytes }))
    const listing = await listArchive(source)
    expect(source.count.reads).toBeLessThanOrEqual(2)
    const report = await readReport(source, listing)
    expect(report.vehicles.flatMap(({ configurations }) => configurations)).toHaveLength(36)
    expect(source.count.bytes).toBeLessThanOrEqual(100_000)
    await runJobs(store)
  })

  test('checking an archive adds its checksum to a release already created from it', async () => {
    const bytes = await modArchive()
    const { id: uploadId } = await sender.send(modId, bytes)
    const release = await createRelease(store.db, { modId, uploadId, status: 'draft', sha256: '' })
    await runJobs(store)
    const [row] = await store.db.select().from(modReleases).where(eq(modReleases.id, release.id))
    expect(row?.sha256).toBe(sha256Of(bytes))
  })
})

/** One example per kind of rejection, plus names a database would choke on; the reader's own tests have them all. */
const HOSTILE_CODES = ['bomb', 'nul', 'bad-encoding', 'hidden-character', 'truncated', 'wrong-root', 'damaged']
const hostileArchives = [...HOSTILE_ENTRIES, ...HOSTILE_ARCHIVES].filter(({ code }) => HOSTILE_CODES.includes(code))

test.each(hostileArchives)('an archive with $what is rejected', async (hostile) => {
  const upload = await sendAndRead(await hostile.bytes())
  expect(upload.status).toBe(hostile.refusedBy === 'integrity' ? 'damaged' : 'refused')
  expect(upload.report?.findings).toContainEqual(
    expect.objectContaining({ code: hostile.code, severity: 'refusal', sentence: hostile.sentence }),
  )
  expect(upload.report?.pictures).toEqual([])
})

describe('while an archive is checked', () => {
  /** Acts as soon as the second block has been read. */
  const duringCheck = (act: () => Promise<unknown>): Storage => {
    const { storage } = store.services
    return {
      ...storage,
      readPrivate: async (key, offset, ...rest) => {
        if (offset === 2 * BLOCK) await act()
        return storage.readPrivate(key, offset, ...rest)
      },
    }
  }
  const sentAndIngested = async (bytes: Buffer) => {
    const { id } = await sender.send(modId, bytes)
    await ingestUpload(store.db, store.services.storage, id, AbortSignal.timeout(60_000))
    return id
  }

  test('the page shows the progress while an archive is checked', async () => {
    const bytes = await largeMod()
    const id = await sentAndIngested(bytes)
    expect(await sender.read(id)).toMatchObject({
      status: 'checking',
      progress: { doneBytes: 0, ofBytes: bytes.length },
    })
    let seen = 0
    const look = () =>
      vi.waitFor(async () => {
        seen = (await sender.read(id)).progress.doneBytes
        expect(seen).toBeGreaterThan(0)
      })
    await checkUpload(store.db, duringCheck(look), id, AbortSignal.timeout(60_000))
    expect(seen).toBeLessThan(bytes.length)
    expect(await sender.read(id)).toMatchObject({ status: 'ready', sha256: sha256Of(bytes) })
  })

  test('the progress of a check is written at most every half second', async () => {
    const more = Array.from({ length: 300 }, (_, number) => ({ name: `art/${number}.txt`, content: `text ${number}` }))
    const id = await sentAndIngested(await modArchive({ vehicles: 1, configurations: 1 }, more))
    await store.db.execute(sql`create table written (at timestamptz)`)
    await store.db.execute(sql`
      create function note_written() returns trigger language plpgsql as
        'begin insert into written values (clock_timestamp()); return new; end'`)
    await store.db.execute(
      sql`create trigger note after update on uploads for each row execute function note_written()`,
    )
    const began = performance.now()
    await checkUpload(store.db, store.services.storage, id, AbortSignal.timeout(60_000))
    const halfSeconds = Math.floor((performance.now() - began) / 500)
    const { rows } = await store.db.execute(sql`select at from written`)
    await store.db.execute(sql`drop function note_written cascade`)
    await store.db.execute(sql`drop table written`)
    // At the start, once per elapsed half second, and at the end.
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(rows.length).toBeLessThanOrEqual(halfSeconds + 2)
  })

  test('a worker that shuts down aborts its check, and the next one starts it over', async () => {
    const bytes = await largeMod()
    const id = await sentAndIngested(bytes)
    const leaving = new AbortController()
    const work = checkUpload(
      store.db,
      duringCheck(async () => leaving.abort()),
      id,
      leaving.signal,
    )
    await expect(work).rejects.toThrow('aborted')
    expect(await sender.read(id)).toMatchObject({ status: 'checking', sha256: null })
    await runJobs(store)
    expect(await sender.read(id)).toMatchObject({ status: 'ready', sha256: sha256Of(bytes) })
  })

  test('an upload can be canceled while it is checked, and the check ends without a result', async () => {
    const id = await sentAndIngested(await largeMod())
    const cancel = () => inTransaction(store.db, (tx) => cancelUpload(tx, admin.row.id, id))
    await checkUpload(store.db, duringCheck(cancel), id, AbortSignal.timeout(60_000))
    expect(await sender.read(id)).toMatchObject({ status: 'canceled', sha256: null })
  })

  test('a single failed read is retried while an archive is checked', async () => {
    const bytes = await largeMod()
    const id = await sentAndIngested(bytes)
    let failures = 1
    const broken = duringCheck(async () => {
      if (failures-- > 0) throw new Error('the connection was lost')
    })
    await checkUpload(store.db, broken, id, AbortSignal.timeout(60_000))
    expect(await sender.read(id)).toMatchObject({ status: 'ready', sha256: sha256Of(bytes) })
  })
})
