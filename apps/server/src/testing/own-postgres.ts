import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const PROGRAMS = '/usr/lib/postgresql'
const START_MS = 60_000
const OWNER = { user: 'slipstream', password: 'slipstream', database: 'slipstream' }

interface Options {
  /** Lines of postgresql.conf. */
  settings?: readonly string[]
  /** For the server process and the commands it runs. */
  environment?: Record<string, string>
}

interface Owner {
  uid?: number
  gid?: number
}

/** PostgreSQL refuses to run as root. */
export const databaseUser = async (): Promise<Owner> => {
  if (process.getuid?.() !== 0) return {}
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

export const giveTo = async ({ uid, gid }: Owner, place: string) => {
  if (uid !== undefined && gid !== undefined) await chown(place, uid, gid)
}

/** The folder of the newest installed PostgreSQL's programs. */
export const postgresPrograms = async () => {
  const majors = (await readdir(PROGRAMS)).map(Number).sort((one, other) => other - one)
  return path.join(PROGRAMS, String(majors[0]), 'bin')
}

/** A PostgreSQL cluster of its own that can be configured, stopped and killed. */
export const prepareOwnPostgres = async () => {
  const port = await freePort()
  const folder = await mkdtemp(path.join(tmpdir(), 'slipstream-postgres-'))
  const [as, programs] = await Promise.all([databaseUser(), postgresPrograms()])
  const data = path.join(folder, 'data')
  const url = `postgres://${OWNER.user}:${OWNER.password}@127.0.0.1:${port}/${OWNER.database}`
  await mkdir(data, { mode: 0o700 })
  await writeFile(path.join(folder, 'password'), OWNER.password)
  for (const one of [folder, data]) await giveTo(as, one)
  const initdb = ['-D', data, '-U', OWNER.user, `--pwfile=${folder}/password`, '--auth=scram-sha-256', '--no-sync']
  await run(path.join(programs, 'initdb'), [...initdb, '--data-checksums', '--encoding=UTF8', '--locale=C.UTF-8'], as)
  await appendFile(path.join(data, 'postgresql.conf'), `include 'own.conf'\n`)
  let running: ChildProcess | null = null

  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    const child = running
    running = null
    if (!child || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  return {
    url,
    port,
    folder,
    data,
    start: async ({ settings = [], environment = {} }: Options = {}) => {
      const own = [
        `listen_addresses = '127.0.0.1'`,
        `port = ${port}`,
        `unix_socket_directories = ''`,
        'shared_buffers = 256MB',
        'max_wal_size = 2GB',
        'timezone = UTC',
      ]
      await writeFile(path.join(data, 'own.conf'), [...own, ...settings, ''].join('\n'))
      const log = await open(path.join(folder, 'log'), 'a')
      running = spawn(path.join(programs, 'postgres'), ['-D', data], {
        ...as,
        env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...environment },
        stdio: ['ignore', log.fd, log.fd],
      })
      await log.close()
      await untilItAnswers(url.replace(/[^/]*$/, 'postgres'), running, path.join(folder, 'log'))
      await ensureDatabase(url)
    },
    kill,
    close: async () => {
      await kill('SIGQUIT')
      await rm(folder, { recursive: true })
    },
  }
}
export type OwnPostgres = Awaited<ReturnType<typeof prepareOwnPostgres>>

const untilItAnswers = async (url: string, child: ChildProcess, log: string) => {
  for (const giveUpAt = Date.now() + START_MS; ; await sleep(100)) {
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (child.exitCode === null && Date.now() < giveUpAt) continue
      throw new Error(`PostgreSQL did not start:\n${await readFile(log, 'utf8')}`, { cause: error })
    }
  }
}

const ensureDatabase = async (url: string) => {
  const client = new pg.Client(url.replace(/[^/]*$/, 'postgres'))
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [OWNER.database])
    if (rowCount === 0) await client.query(`create database ${OWNER.database}`)
  } finally {
    await client.end()
  }
}
