import { inject } from 'vitest'
import { readConfig } from '#config.ts'
import { openStorage } from '#gateways/storage.ts'
import { openOwnBuckets } from './own-buckets.ts'
import { openStorageProxy, type Watch } from './storage-proxy.ts'
import { freeJobs, killLeftOvers, startWorker } from './store-processes.ts'
import { openTestStore } from './test-store.ts'

/**
 * A store with its own buckets, and the environment for processes to kill: they reach storage through a proxy that can
 * hold requests.
 */
export const openKillableStore = async () => {
  const buckets = await openOwnBuckets()
  const door = await openStorageProxy()
  const storage = openStorage(readConfig({ ...inject('environment'), ...buckets.environment }).storage)
  const store = await openTestStore({ storage })
  const environment = {
    ...inject('environment'),
    ...buckets.environment,
    S3_ENDPOINT: door.url,
    DATABASE_URL: store.config.databaseUrl,
    REDIS_URL: store.config.redisUrl,
  }
  return {
    buckets,
    door,
    storage,
    store,
    environment,
    /** Starts a worker, and kills it when this request reaches storage. */
    killWorkerAt: async (watch: Watch) => {
      const held = door.hold(watch)
      await freeJobs(store.db)
      const worker = startWorker(environment)
      await held
      await worker.kill()
    },
    close: async () => {
      await killLeftOvers()
      await store.close()
      storage.close()
      door.close()
      await buckets.remove()
    },
  }
}
export type KillableStore = Awaited<ReturnType<typeof openKillableStore>>
