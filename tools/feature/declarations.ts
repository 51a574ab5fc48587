/** What the contract and the tables of a feature declare, read by loading them. */
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

export interface DeclaredEndpoint {
  /** As routes name it: `wishlistApi.add`. */
  name: string
  method: string
  path: string
  access: string
}

export interface DeclaredTable {
  name: string
  refersToUsers: boolean
}

const load = async (root: string, file: string) =>
  Object.entries((await import(pathToFileURL(path.join(root, file)).href)) as Record<string, unknown>)

const isEndpoint = (value: unknown): value is DeclaredEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

export const declaredEndpoints = async (root: string, files: readonly string[]): Promise<DeclaredEndpoint[]> => {
  const exported = (await Promise.all(files.map((file) => load(root, file)))).flat()
  return exported
    .filter(([api]) => api.endsWith('Api'))
    .flatMap(([api, calls]) =>
      Object.entries(calls as object).flatMap(([call, endpoint]: [string, unknown]) => {
        if (!isEndpoint(endpoint)) return []
        const { method, path: address, access } = endpoint
        return [{ name: `${api}.${call}`, method, path: address, access }]
      }),
    )
}

export const declaredTables = async (root: string, files: readonly string[]): Promise<DeclaredTable[]> => {
  const exported = (await Promise.all(files.map((file) => load(root, file)))).flat()
  return exported.flatMap(([, table]) => {
    if (!(table instanceof PgTable)) return []
    const { name, foreignKeys } = getTableConfig(table)
    const refersToUsers = foreignKeys.some((key) => getTableConfig(key.reference().foreignTable).name === 'users')
    return [{ name, refersToUsers: refersToUsers || name === 'users' }]
  })
}
