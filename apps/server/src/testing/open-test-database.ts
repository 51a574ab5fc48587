import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase } from '@slipstream/db/client'
import { copyDatabase, dropDatabase } from '@slipstream/db/testing/test-database'

/** A migrated database for a test file that needs no store. */
export const openTestDatabase = async () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const server = inject('environment').DATABASE_URL ?? ''
  const url = await copyDatabase(server, inject('templateDatabase'), name)
  const database = openDatabase({ url, applicationName: 'slipstream-test', maxConnections: 5, onIdleError: () => {} })
  return {
    ...database,
    url,
    close: async () => {
      await database.close()
      await dropDatabase(server, name)
    },
  }
}

export type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>
