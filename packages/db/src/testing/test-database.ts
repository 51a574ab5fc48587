import pg from 'pg'
import type {} from 'vitest'

// Values that vitest's global setup provides to the tests.
declare module 'vitest' {
  interface ProvidedContext {
    environment: Record<string, string>
    templateDatabase: string
  }
}

/** Opens one connection for the given work. */
export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const withDatabaseName = (url: string, name: string): string => {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export const recreateDatabase = (serverUrl: string, name: string) =>
  withClient(serverUrl, async (client) => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    await client.query(`create database ${pg.escapeIdentifier(name)}`)
    return withDatabaseName(serverUrl, name)
  })

/** Copying a migrated database takes a fraction of a second; migrating would take several seconds. */
export const copyDatabase = (serverUrl: string, template: string, name: string) =>
  withClient(serverUrl, async (client) => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
    await client.query(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`)
    return withDatabaseName(serverUrl, name)
  })

export const dropDatabase = (serverUrl: string, name: string) =>
  withClient(serverUrl, async (client) => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  })
