import { expect, inject, test } from 'vitest'
import { copyDatabase, dropDatabase } from '@slipstream/db/testing/test-database'
import { bufferSource } from '@slipstream/mod-archive/source'
import { readConfig } from '#config.ts'
import { modArchive } from '#testing/sent-archive.ts'
import { openCopyStore } from './open-copy-store.ts'
import { createBuyers, discard, isWhole, publish, rush } from './rush.ts'

const BUYERS = 30

test('every buyer of a fresh release gets a correct copy of their own, composed once', {
  timeout: 120_000,
}, async () => {
  const environment = inject('environment')
  const name = `rush_${process.pid}`
  const url = await copyDatabase(environment.DATABASE_URL ?? '', inject('templateDatabase'), name)
  const store = await openCopyStore(readConfig(environment), url)
  const released = await publish(store, bufferSource(await modArchive({ vehicles: 1, configurations: 1 })))
  const buyers = await createBuyers(store, released.modId, BUYERS)
  const delivered = await rush(store, released.modId, { userIds: [...buyers, ...buyers], atOnce: 10 })
  expect(new Set(delivered.map(({ sha256 }) => sha256)).size).toBe(BUYERS)
  for (const copy of delivered) expect(await isWhole(copy)).toBe(true)
  // The plan and the body of the split, and one object per buyer.
  expect(store.ofWorker.read().calls.putPrivate).toBe(2 + BUYERS)
  await discard(store, released)
  await store.close()
  await dropDatabase(environment.DATABASE_URL ?? '', name)
})
