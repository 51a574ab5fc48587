import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { readConfig } from '#config.ts'
import { openStorage } from '#gateways/storage.ts'

/** The real storage with a folder for one test file; the private objects in that folder are removed at the end. */
export const openStorageFolder = () => {
  const config = readConfig(inject('environment')).storage
  const folder = `test-${randomUUID()}/`
  const storage = openStorage(config)
  afterAll(async () => {
    for await (const page of storage.list('private', folder))
      for (const { key } of page) await storage.remove('private', key)
    storage.close()
  })
  return { config, storage, folder }
}
