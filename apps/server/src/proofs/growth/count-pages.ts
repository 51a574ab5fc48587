import type pg from 'pg'

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** A statement and the number of database pages it touched. */
export interface Statement {
  text: string
  pages: number
}

type Query = (...args: unknown[]) => Promise<pg.QueryResult>

/**
 * Explains every SELECT of a pool on its own connection right before it runs, under the settings of its transaction.
 * Call it before the pool is used.
 */
export const watchPages = (pool: pg.Pool) => {
  let seen: Statement[] | null = null
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query
    const explain = async (text: string, values: unknown) => {
      const statements = seen
      if (!statements || !/^\s*(select|with)\b/i.test(text)) return
      const { rows } = await query(`explain (analyze, buffers, format json) ${text}`, values)
      const [{ Plan: plan }] = (rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN']
      statements.push({ text, pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] })
    }
    client.query = (async (statement: string | { text: string }, values: unknown, ...rest: unknown[]) => {
      await explain(typeof statement === 'string' ? statement : statement.text, values)
      return query(statement, values, ...rest)
    }) as typeof client.query
  })
  return {
    /** The statements that this work runs. */
    of: async (work: () => Promise<unknown>): Promise<Statement[]> => {
      const statements: Statement[] = []
      seen = statements
      await work()
      seen = null
      return statements
    },
  }
}
