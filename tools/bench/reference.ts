/** The references for the store: the same Fastify, Redis client and PostgreSQL driver with nothing around them. */
import Fastify from 'fastify'
import { Redis } from 'ioredis'
import pg from 'pg'
import { ask } from './child-process.ts'

const ROWS = 10_000
const KEY = 'bench:reference'

const { PORT, DATABASE_URL, REDIS_URL, STORE_URL } = process.env
if (!PORT || !DATABASE_URL || !REDIS_URL || !STORE_URL) {
  throw new Error('PORT, DATABASE_URL, REDIS_URL and STORE_URL must be set')
}

const redis = new Redis(REDIS_URL)
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 })
await redis.set(KEY, 'yes')
await pool.query('create table bench_rows (id integer primary key, body text not null)')
await pool.query(`insert into bench_rows select id, md5(id::text) from generate_series(0, ${ROWS - 1}) id`)
await pool.query('analyze bench_rows')

const app = Fastify()
app.get('/bare', async () => ({ ok: true }))
app.post('/bare-post', async () => ({ ok: true }))
app.get('/redis', async () => found((await redis.get(KEY)) !== null))

let next = 0
app.get('/query', async () => {
  next = (next + 1) % ROWS
  const { rows } = await pool.query({ name: 'row', text: 'select body from bench_rows where id = $1', values: [next] })
  return found(rows.length === 1)
})

/** The store's answer for each path, fetched once. */
const copies = new Map<string, ReturnType<typeof takeCopy>>()
const takeCopy = async (path: string) => {
  const { status, headers, body } = await ask(STORE_URL + path, { 'accept-encoding': 'br' })
  found(status === 200 && headers['content-encoding'] === 'br')
  return { body, headers: { 'content-type': headers['content-type'], 'content-encoding': 'br' } }
}
app.get('/same-bytes', async (request, reply) => {
  const { of: path } = request.query as { of: string }
  const copy = copies.get(path) ?? takeCopy(path)
  copies.set(path, copy)
  const { headers, body } = await copy
  return reply.headers(headers).send(body)
})

/** An answer without its result must count as wrong. */
const found = (isThere: boolean) => {
  if (!isThere) throw new Error('the row or key that the reference reads is missing')
  return { ok: true }
}

process.once('SIGTERM', () => process.exit(0))
await app.listen({ host: '127.0.0.1', port: Number(PORT) })
