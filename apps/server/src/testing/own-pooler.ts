import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** pgbouncer refuses to run as root. */
const NOBODY = 65_534

/** As in deploy/pgbouncer.ini. */
const SETTINGS = 'set statement_timeout = 10000; set idle_in_transaction_session_timeout = 15000; set jit = off'

/** A pgbouncer in transaction mode in front of the test services' PostgreSQL, for any of its databases. */
export const startPooler = async (databaseUrl: string, { settings = SETTINGS, connections = 3 } = {}) => {
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl)
  const port = await freePort()
  const folder = await mkdtemp(path.join(tmpdir(), 'slipstream-pooler-'))
  await writeFile(path.join(folder, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`)
  const query = settings === '' ? '' : ` connect_query='${settings}'`
  await writeFile(
    path.join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort}${query}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${folder}/users.txt`,
      'server_tls_sslmode = prefer',
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 200',
      'server_login_retry = 1',
    ].join('\n'),
  )
  await chmod(folder, 0o755)
  const isRoot = process.getuid?.() === 0
  const child = spawn('pgbouncer', ['--quiet', path.join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  })
  const through = (url: string) => behindPort(url, String(port))
  await untilItAnswers(through(databaseUrl), child)
  return {
    /** The same database through the pooler. */
    through,
    close: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true })
    },
  }
}

/** The same database behind the pooler at this port. */
export const behindPort = (url: string, port: string) => {
  const pooled = new URL(url)
  pooled.port = port
  pooled.search = ''
  return pooled.href
}

const untilItAnswers = async (url: string, child: ChildProcess) => {
  for (;;) {
    if (child.exitCode !== null) throw new Error('pgbouncer did not start')
    const client = new pg.Client(url)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(50)
    }
  }
}
