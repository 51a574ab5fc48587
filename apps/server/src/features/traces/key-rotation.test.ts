import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { Download } from '@slipstream/contract/locker'
import { inTransaction } from '@slipstream/db/client'
import { copyMarks, releaseSplits } from '@slipstream/db/tables/copies'
import { bufferSource } from '@slipstream/mod-archive/source'
import { splitAgain } from '#features/copies/split-release.service.ts'
import type { MarkKeys } from '#features/copies/mark-keys.ts'
import { grantMod } from '#features/entitlements/entitlements.service.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { createReleasedMod, requestDownload } from '#testing/released-mod.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { modArchive } from '#testing/sent-archive.ts'
import { openEmptiedTestStore, type TestStore } from '#testing/test-store.ts'
import { readLeak } from './read-leak.service.ts'

vi.setConfig({ testTimeout: 60_000 })

const MASTER = await modArchive({ vehicles: 1, configurations: 2, physicsFiles: 8 })

const store = await openEmptiedTestStore()
const [OLD_KEY] = store.services.markKeys
const NEW_KEY = { id: 'a later month', secret: randomBytes(32) }

const withKeys = (...markKeys: MarkKeys): TestStore => ({ ...store, services: { ...store.services, markKeys } })

const newOwner = async (modId: number) => {
  const person = await newPerson(store)
  const { id: by, username } = person.row
  await inTransaction(store.db, (tx) => grantMod(tx, { username, modId, reason: 'a present', by }))
  return person
}
const copyOf = async (owner: Person, modId: number) => {
  const answer = (await requestDownload(store, owner, modId)).json<Download>()
  if (answer.state !== 'ready') throw new Error(`not ready: ${answer.state}`)
  return Buffer.from(await (await fetch(answer.url)).arrayBuffer())
}
const trace = ({ db, services: { storage, markKeys } }: TestStore, leak: Buffer) =>
  readLeak({ db, storage, markKeys }, { source: bufferSource(leak), fileName: 'leak.zip', modId: null })

test('copies of a release that is split again carry the new key, and losing a key hides only its own copies', async () => {
  const { mod } = await createReleasedMod(store, { archive: MASTER })
  const owner = await newOwner(mod.id)
  for (let other = 0; other < 3; other++) await copyOf(await newOwner(mod.id), mod.id)
  const before = await copyOf(owner, mod.id)

  const both = withKeys(NEW_KEY, OLD_KEY)
  expect(await inTransaction(store.db, splitAgain)).toBe(1)
  await runJobs(both)
  await requestDownload(both, owner, mod.id)
  const after = await copyOf(owner, mod.id)
  expect(after.equals(before)).toBe(false)
  const splits = await store.db.select().from(releaseSplits).orderBy(releaseSplits.id)
  expect(splits.map(({ keyId }) => keyId)).toEqual([OLD_KEY.id, NEW_KEY.id])

  const [mark] = (await store.db.select().from(copyMarks)).filter(({ userId }) => userId === owner.row.id)
  const named = { verdict: 'match', named: [{ markId: mark?.id }], uncompared: 0 }
  expect(await trace(both, before)).toMatchObject(named)
  expect(await trace(both, after)).toMatchObject(named)

  const lost = withKeys(NEW_KEY)
  expect(await trace(lost, after)).toMatchObject({ ...named, uncompared: 1 })
  expect(await trace(lost, before)).toMatchObject({ named: [], uncompared: 1 })
})

test('after the new key leaked too, splitting again with the old one leaves no buyer a copy of the leaked key', async () => {
  const { mod } = await createReleasedMod(store, { archive: MASTER })
  const owner = await newOwner(mod.id)
  const before = await copyOf(owner, mod.id)
  const splitWith = async (...keys: MarkKeys) => {
    await inTransaction(store.db, splitAgain)
    await runJobs(withKeys(...keys))
    // Only asking composes the copy, with the keys that this store has.
    await requestDownload(withKeys(...keys), owner, mod.id)
    return copyOf(owner, mod.id)
  }
  const leaked = await splitWith(NEW_KEY, OLD_KEY)
  expect(leaked.equals(before)).toBe(false)
  expect((await splitWith(OLD_KEY, NEW_KEY)).equals(before)).toBe(true)
  expect((await splitWith(NEW_KEY, OLD_KEY)).equals(leaked)).toBe(true)
})

test('a release whose only key is lost is counted as not compared', async () => {
  const { mod } = await createReleasedMod(store, { archive: MASTER })
  const leak = await copyOf(await newOwner(mod.id), mod.id)
  expect(await trace(withKeys(NEW_KEY), leak)).toMatchObject({ verdict: 'too-little', named: [], uncompared: 1 })
})
