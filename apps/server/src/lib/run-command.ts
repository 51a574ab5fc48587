import { type Db, openDatabase } from '@slipstream/db/client'
import type { Config } from '#config.ts'

/** Runs a database command from bin/: prints the result, or prints the error and exits with 1. */
export const runCommand = async (name: string, { databaseUrl }: Config, work: (db: Db) => Promise<string>) => {
  const database = openDatabase({
    url: databaseUrl,
    applicationName: `slipstream-${name}`,
    maxConnections: 1,
    onIdleError: (error) => console.error(error.message),
  })
  try {
    const said = await work(database.db)
    if (said !== '') console.log(said)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    await database.close()
  }
}
