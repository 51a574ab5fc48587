import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Enough to see the cause, and no more. */
const MOST_ERROR_TEXT = 2_000

/** The address as variables, because every user of the machine can read the arguments of a process. */
const variablesOf = (url: string): NodeJS.ProcessEnv => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const ssl = { PGSSLMODE: searchParams.get('sslmode'), PGSSLROOTCERT: searchParams.get('sslrootcert') }
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port === '' ? '5432' : port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGAPPNAME: 'slipstream-backup',
    ...Object.fromEntries(Object.entries(ssl).filter(([, value]) => value !== null)),
  }
}

const start = (program: string, args: readonly string[], url: string, signal: AbortSignal) => {
  const child = spawn(program, args, { env: variablesOf(url), stdio: ['pipe', 'pipe', 'pipe'], signal })
  lowerPriority(child.pid)
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => {
    said = (said + bytes.toString()).slice(-MOST_ERROR_TEXT)
  })
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0) throw new Error(`${program} failed: ${said.trim() || `exit code ${String(code)}`}`)
  })
  // The caller handles the rejection when it awaits; until then the rejection must not end the process.
  ended.catch(() => {})
  return { child, ended }
}

/** Compressing and loading a dump keeps a processor busy for minutes. Visitors come first. */
const lowerPriority = (pid: number | undefined) => {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The process has ended already.
  }
}

/** A dump in PostgreSQL's custom format. `ended` rejects unless it is complete. */
export const dumpDatabase = (url: string, snapshot: string, signal: AbortSignal) => {
  const options = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`]
  const { child, ended } = start('pg_dump', options, url, signal)
  child.stdin.end()
  return { bytes: child.stdout as AsyncIterable<Buffer>, ended }
}

/** Fills an empty database from a dump. Rejects at the first error. */
export const restoreDatabase = async (url: string, dump: AsyncIterable<Buffer>, signal: AbortSignal) => {
  const target = `--dbname=${decodeURIComponent(new URL(url).pathname.slice(1))}`
  const { child, ended } = start(
    'pg_restore',
    ['--exit-on-error', '--no-owner', '--no-privileges', target],
    url,
    signal,
  )
  child.stdout.resume()
  // If pg_restore stops early, its own message says more than the broken pipe.
  const sent = pipeline(Readable.from(dump), child.stdin).catch((error: unknown) => error)
  await ended
  const failure = await sent
  if (failure instanceof Error) throw failure
}
