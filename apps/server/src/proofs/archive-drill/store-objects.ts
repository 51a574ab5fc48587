import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { openDatabase } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { createCategory, createMod, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { readConfig } from '#config.ts'
import { openStorage } from '#gateways/storage.ts'
import { sha256Of } from '#testing/sent-archive.ts'

const MODS = 20
const ARCHIVE_BYTES = 100_000

/** Mods whose archives and share pictures are in the object storage. */
export const storeObjects = async (environment: NodeJS.ProcessEnv) => {
  const config = readConfig(environment)
  const storage = openStorage(config.storage)
  const { db, close } = openDatabase({
    url: config.databaseUrl,
    applicationName: 'slipstream-drill',
    maxConnections: 1,
    onIdleError: () => {},
  })
  try {
    const { id: categoryId } = await createCategory(db)
    for (let made = 0; made < MODS; made++) {
      const mod = await createMod(db, { categoryId })
      const archive = randomBytes(ARCHIVE_BYTES)
      const [objectKey, shareImageKey] = [`uploads/${randomUUID()}`, `share/${randomUUID()}.jpg`]
      await storage.putPrivate(objectKey, archive, 'application/zip')
      await storage.putPublic(shareImageKey, archive, 'image/jpeg')
      await createRelease(db, { modId: mod.id, objectKey, sizeBytes: archive.length, sha256: sha256Of(archive) })
      await db.update(mods).set({ shareImageKey }).where(eq(mods.id, mod.id))
    }
  } finally {
    storage.close()
    await close()
  }
}
