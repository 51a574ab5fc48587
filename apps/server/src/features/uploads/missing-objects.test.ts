import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mods } from '@slipstream/db/tables/mods'
import { createReleasedMod } from '#testing/released-mod.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { findMissingObjects } from './missing-objects.service.ts'

const store = await openEmptiedTestStore()

test('every object that a row names and storage lacks is listed with its purpose', async () => {
  const { storage } = store.services
  const { mod, release } = await createReleasedMod(store)
  const kept = await createReleasedMod(store)
  const shareImageKey = `share/${'a'.repeat(64)}-${mod.id}.jpg`
  await storage.putPublic(shareImageKey, Buffer.from('a picture'), 'image/jpeg')
  await store.db.update(mods).set({ shareImageKey }).where(eq(mods.id, mod.id))
  expect(await findMissingObjects(store.db, storage)).toEqual({ named: 3, missing: [] })

  await storage.remove('private', release.objectKey ?? '')
  await storage.remove('public', shareImageKey)
  expect((await findMissingObjects(store.db, storage)).missing).toEqual([
    { bucket: 'private', what: 'archive of a release', key: release.objectKey },
    { bucket: 'public', what: 'share picture of a mod', key: shareImageKey },
  ])
  await storage.remove('private', kept.release.objectKey ?? '')
})
