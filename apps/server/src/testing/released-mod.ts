import { randomUUID } from 'node:crypto'
import type { Download } from '@slipstream/contract/locker'
import type { modReleases } from '@slipstream/db/tables/mod-releases'
import type { mods } from '@slipstream/db/tables/mods'
import { createMod, createRelease } from '@slipstream/db/testing/catalogue-factories'
import type { Storage } from '#gateways/storage.ts'
import type { Person } from './people.ts'
import { runJobs } from './run-jobs.ts'
import { modArchive, sha256Of } from './sent-archive.ts'
import type { TestStore } from './test-store.ts'

const SMALL = await modArchive({ vehicles: 1, configurations: 1 })

interface NewRelease {
  mod?: Partial<typeof mods.$inferInsert>
  release?: Partial<typeof modReleases.$inferInsert>
  archive?: Buffer
}

/** Stores the archive of a release as an upload does. */
const storeArchive = async (storage: Storage, archive: Buffer = SMALL) => {
  const objectKey = `uploads/${randomUUID()}`
  await storage.putPrivate(objectKey, archive, 'application/zip')
  return { objectKey, sizeBytes: archive.length, sha256: sha256Of(archive) }
}

/** A published mod whose release has a real, small archive. */
export const createReleasedMod = async (
  { db, services }: TestStore,
  { mod = {}, release = {}, archive }: NewRelease = {},
) => {
  const made = await createMod(db, mod)
  const stored = await storeArchive(services.storage, archive)
  return { mod: made, release: await createRelease(db, { modId: made.id, ...stored, ...release }) }
}

/** Requests a download as the locker does: while the copy is being prepared, the worker's jobs run. */
export const requestDownload = async (
  store: TestStore,
  person: Pick<Person, 'call'>,
  modId: number,
  body: object = {},
) => {
  const path = `/api/locker/${modId}/download`
  let answer = await person.call('POST', path, body)
  for (let round = 0; round < 3 && isPreparing(answer); round++) {
    await runJobs(store)
    answer = await person.call('POST', path, { ...body, isWaiting: true })
  }
  return answer
}

const isPreparing = (answer: { statusCode: number; json: <T>() => T }) =>
  answer.statusCode === 200 && answer.json<Download>().state === 'preparing'
