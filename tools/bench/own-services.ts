import { readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { withClient } from '@slipstream/db/testing/test-database'
import { parseStat } from './cpu-time.ts'

export const emptyRedis = (url: string) => withRedis(url, (redis) => redis.flushdb())

/** The parent of all PostgreSQL processes, found as the parent of any connection's backend. */
export const postgresPid = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parseStat(readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8')).parent
  })

export const redisPid = (url: string) =>
  withRedis(url, async (redis) => Number(/^process_id:(\d+)/m.exec(await redis.info('server'))?.[1]))

const withRedis = async <T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> => {
  const redis = new Redis(url)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}
