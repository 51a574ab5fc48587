import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { credentials, type Places } from './places.ts'
import { type Daemon, run, runningPid, startDaemon, stopDaemon, untilHealthy } from './process.ts'
import { postgresPrograms } from './programs.ts'
import type { Service } from './service.ts'

const { user, password, name: database } = credentials.database

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  // A socket file would limit the length of the folder's path, and nothing uses one.
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=256MB',
  'max_wal_size=512MB',
  'timezone=UTC',
  'log_timezone=UTC',
  // Safe in CI: without fsync, killed processes lose nothing. Only a power failure would lose data.
  ...(process.env.CI ? ['fsync=off', 'full_page_writes=off'] : []),
]

export const postgresService = ({ folder: servicesFolder, ports }: Places): Service => {
  const folder = join(servicesFolder, 'postgres')
  const data = join(folder, 'data')
  const record = { name: 'postgres', folder }
  const query = (sql: string, on: string = database) => psql(data, ports.postgres, on, sql)
  const check = () => query('select 1')

  const start = async () => {
    if (!existsSync(data)) await create(folder, data)
    const daemon = server(folder, data, ports.postgres)
    await startServer(daemon, data, () => query('select 1', 'postgres'))
    const found = await query(`select 1 from pg_database where datname = '${database}'`, 'postgres')
    if (found !== '1') await query(`create database ${database}`, 'postgres')
  }

  return {
    name: 'postgres',
    address: `postgres://127.0.0.1:${ports.postgres}/${database}`,
    start,
    stop: async () => {
      if (runningPid(record) !== undefined) await stopDaemon(server(folder, data, ports.postgres))
    },
    check,
    pids: () => [runningPid(record)].filter((pid) => pid !== undefined),
  }
}

const server = (folder: string, data: string, port: number): Daemon => {
  const isEncrypted = existsSync(join(data, CERTIFICATE))
  const settings = [...SETTINGS, `port=${port}`, `ssl=${isEncrypted ? 'on' : 'off'}`].flatMap((setting) => [
    '-c',
    setting,
  ])
  const [command, args] = asDatabaseUser(join(postgresPrograms(data), 'postgres'), ['-D', data, ...settings])
  // SIGTERM would wait for all clients to disconnect. SIGINT ends their sessions, and SIGQUIT is the last resort before
  // SIGKILL.
  return { name: 'postgres', folder, command, args, port, stopSignals: ['SIGINT', 'SIGQUIT'] }
}

const create = async (folder: string, data: string) => {
  const fresh = `${data}.new`
  const passwordFile = join(folder, 'password')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (isRoot()) await giveToDatabaseUser([folder, fresh, passwordFile])
  await assertReachable(folder)
  const [command, args] = asDatabaseUser(join(postgresPrograms(data), 'initdb'), [
    ...['-D', fresh, '-U', user, `--pwfile=${passwordFile}`, '--data-checksums', '--encoding=UTF8', '--locale=C.UTF-8'],
    ...['--auth=scram-sha-256', '--no-sync'],
  ])
  await run(command, args)
  rmSync(passwordFile)
  await run(...asDatabaseUser('openssl', certificateFor127(fresh)))
  // Renamed last, so that an interrupted initdb is repeated and never mistaken for a database.
  renameSync(fresh, data)
}

/** PostgreSQL's own file names. Clients may encrypt but need not. */
const CERTIFICATE = 'server.crt'
const PRIVATE_KEY = 'server.key'

const certificateFor127 = (folder: string) => [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '3650'],
  ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
  ...['-keyout', join(folder, PRIVATE_KEY), '-out', join(folder, CERTIFICATE)],
]

const startServer = async (
  daemon: Daemon,
  data: string,
  check: () => Promise<unknown>,
  attempts = 3,
): Promise<void> => {
  if (runningPid(daemon) === undefined) dropStaleLock(data)
  await startDaemon(daemon)
  try {
    await untilHealthy([daemon], check)
  } catch (error) {
    // Backends of a killed server hold its shared memory until they notice. Until then a new server refuses to start.
    if (attempts === 1 || runningPid(daemon) !== undefined) throw error
    await sleep(1_000)
    await startServer(daemon, data, check, attempts - 1)
  }
}

/** PostgreSQL trusts the pid in postmaster.pid, which after a crash or reboot may belong to another process. */
const dropStaleLock = (data: string) => {
  const lock = join(data, 'postmaster.pid')
  if (!existsSync(lock)) return
  const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10)
  if (!commandLine(pid).includes(data)) rmSync(lock)
}

const commandLine = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

const psql = (data: string, port: number, on: string, sql: string) =>
  run(
    join(postgresPrograms(data), 'psql'),
    [
      '--no-psqlrc',
      '--tuples-only',
      '--no-align',
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      user,
      '-d',
      on,
      '-c',
      sql,
    ],
    { PGPASSWORD: password, PGCONNECT_TIMEOUT: '2' },
  )

const isRoot = () => process.getuid?.() === 0

/** PostgreSQL refuses to run as root, so root starts it as the user created by Debian's package. */
const asDatabaseUser = (command: string, args: readonly string[]): [string, string[]] =>
  isRoot()
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', '--', command, ...args]]
    : [command, [...args]]

const giveToDatabaseUser = async (paths: readonly string[]) => {
  const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
  for (const path of paths) chownSync(path, Number(uid), Number(gid))
}

const assertReachable = async (folder: string) => {
  const [command, args] = asDatabaseUser('test', ['-x', folder])
  await run(command, args).catch(() => {
    throw new Error(
      `The user postgres may not enter ${folder}. Set SLIPSTREAM_SERVICES_DIR to a folder whose parents are open to all (chmod o+x).`,
    )
  })
}
