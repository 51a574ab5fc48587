import pg from 'pg'

/** For each table: the number of rows, and a sum of their hashes that does not depend on their order. */
export type TableHashes = Record<string, { rows: number; hash: string }>

/** A connection without the pool's statement timeout, for reading whole tables. */
export const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url, application_name: 'slipstream-backup' })
  // A lost connection fails the running query. Without a listener the extra event would end the process.
  client.on('error', () => {})
  await client.connect()
  // Rows are hashed as text, which depends on these settings.
  await client.query(
    `set timezone = 'UTC'; set datestyle = 'ISO'; set extra_float_digits = 3; set bytea_output = 'hex'`,
  )
  return client
}

export const hashTables = async (client: pg.Client, signal?: AbortSignal): Promise<TableHashes> => {
  const { rows: tables } = await client.query<{ schema: string; name: string }>(`
    select nspname as schema, relname as name from pg_class join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg_toast%'
    order by 1, 2`)
  const hashes: TableHashes = {}
  for (const { schema, name } of tables) {
    signal?.throwIfAborted()
    const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
    const { rows } = await client.query<{ rows: number; hash: string }>(`
      select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as hash from ${table} t`)
    const [counted] = rows
    if (counted) hashes[`${schema}.${name}`] = counted
  }
  return hashes
}

/** The names of tables that differ. */
export const differingTables = (one: TableHashes, other: TableHashes) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => one[name]?.rows !== other[name]?.rows || one[name]?.hash !== other[name]?.hash,
  )
