/** npm run objects: lists every object that the database refers to and the object storage does not have */
import { loadConfig } from '#config.ts'
import { findMissingObjects } from '#features/uploads/missing-objects.service.ts'
import { openStorage } from '#gateways/storage.ts'
import { runCommand } from '#lib/run-command.ts'

const config = loadConfig()

await runCommand('objects', config, async (db) => {
  const storage = openStorage(config.storage)
  try {
    const { named, missing } = await findMissingObjects(db, storage)
    if (missing.length === 0) return `the storage has all ${named} objects that the database refers to`
    const lines = missing.map(({ bucket, what, key }) => `missing  ${bucket}  ${what}  ${key}`)
    throw new Error([...lines, `${missing.length} of ${named} objects are missing`].join('\n'))
  } finally {
    storage.close()
  }
})
