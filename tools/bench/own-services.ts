import { readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import pg from 'pg'
import { parseStat } from './cpu-time.ts'

/** Makes an empty database on the server of this address and gives its own address. */
export const makeDatabase = async (serverUrl: string, name: string): Promise<string> => {
  await dropDatabase(serverUrl, name)
  await withClient(serverUrl, (client) => client.query(`create database ${name}`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export const dropDatabase = (serverUrl: string, name: string) =>
  withClient(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`))

export const emptyRedis = (url: string) => withRedis(url, (redis) => redis.flushdb())

/** The process that all of PostgreSQL's processes descend from: the parent of any connection's. */
export const postgresPid = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parseStat(readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8')).parent
  })

export const redisPid = (url: string) =>
  withRedis(url, async (redis) => Number(/^process_id:(\d+)/m.exec(await redis.info('server'))?.[1]))

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const withRedis = async <T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> => {
  const redis = new Redis(url)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}
