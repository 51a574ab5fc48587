import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '@slipstream/db/testing/test-database'
import { freePort } from '#testing/free-port.ts'
import { databaseUser, giveTo, postgresPrograms } from '#testing/own-postgres.ts'
import type { Undo } from '../run-drill.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../../../../../deploy/failover')
const PATIENCE_MS = 180_000
/** Long enough for Patroni to stop its PostgreSQL first. */
const STOP_MS = 15_000
const SUPERUSER_PASSWORD = 'superuser'

interface Member {
  name: string
  role: string
  state: string
}

/**
 * Two PostgreSQLs led by Patroni, one etcd and haproxy, configured by the shipped files. They end with the drill, even
 * if a signal ends it while they start.
 */
export const startOwnCluster = async (undone: Undo) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slipstream-failover-'))
  await chmod(folder, 0o755)
  const as = await databaseUser()
  const running = new Map<string, ChildProcess>()
  let isClosing = false

  const start = async (name: string, command: string, args: readonly string[], owner = {}) => {
    const log = await open(path.join(folder, `${name}.log`), 'a')
    const env = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' }
    if (!isClosing) {
      running.set(name, spawn(command, args, { ...owner, env, cwd: folder, stdio: ['ignore', log.fd, log.fd] }))
    }
    await log.close()
    if (isClosing) throw new Error('the drill was ended while its cluster started')
  }
  const kill = async (name: string, signal: NodeJS.Signals = 'SIGKILL') => {
    const child = running.get(name)
    running.delete(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await Promise.race([gone, sleep(STOP_MS, undefined, { ref: false })])
    child.kill('SIGKILL')
  }
  const dataOf = (name: string) => path.join(folder, `node-${name}`)
  /** PostgreSQL survives a Patroni that is killed. */
  const killPostgres = async (name: string) => {
    const text = await readFile(path.join(dataOf(name), 'data', 'postmaster.pid'), 'utf8').catch(() => '')
    const postmaster = Number.parseInt(text, 10)
    // A killed PostgreSQL leaves its pid file behind, and its pid may be reused.
    const command = await readFile(`/proc/${postmaster}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(dataOf(name))) process.kill(postmaster, 'SIGKILL')
  }
  undone.push(async () => {
    isClosing = true
    await Promise.all(['haproxy', 'one', 'two'].map((name) => kill(name, 'SIGTERM')))
    for (const name of ['one', 'two']) await killPostgres(name)
    await kill('etcd')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const write = async (name: string, template: string, values: Record<string, string>) => {
    const text = await readFile(path.join(DEPLOY, template), 'utf8')
    const file = path.join(folder, name)
    await writeFile(
      file,
      text.replaceAll(/\$\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole),
    )
    await giveTo(as, file)
    return file
  }

  const etcd = await startEtcd(folder, start)
  const programs = await postgresPrograms()
  const nodes: { port: number; patroniPort: number }[] = []
  for (const name of ['one', 'two']) {
    const [port, patroniPort] = [await freePort(), await freePort()]
    const data = dataOf(name)
    await mkdir(data, { mode: 0o700 })
    await giveTo(as, data)
    await write(`${name}.yml`, 'patroni.yml', {
      NODE_NAME: name,
      NODE_ADDRESS: '127.0.0.1',
      NETWORK: '127.0.0.1/32',
      PATRONI_PORT: String(patroniPort),
      POSTGRES_PORT: String(port),
      POSTGRES_PROGRAMS: programs,
      DATA_FOLDER: data,
      ETCD_HOSTS: `127.0.0.1:${etcd}`,
      SUPERUSER_PASSWORD,
      REPLICATION_PASSWORD: 'replication',
    })
    nodes.push({ port, patroniPort })
  }
  const [one, two] = nodes
  if (!one || !two) throw new Error('two nodes are needed')
  const port = await freePort()
  const proxy = await write('haproxy.cfg', 'haproxy.cfg', {
    LISTEN: `127.0.0.1:${port}`,
    ONE: `127.0.0.1:${one.port}`,
    TWO: `127.0.0.1:${two.port}`,
    ONE_PATRONI_PORT: String(one.patroniPort),
    TWO_PATRONI_PORT: String(two.patroniPort),
  })
  const startNode = (name: string) => start(name, 'patroni', [path.join(folder, `${name}.yml`)], as)

  const members = async (): Promise<Member[]> => {
    for (const { patroniPort } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${patroniPort}/cluster`).catch(() => null)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
  const until = async (what: string, isReached: (members: Member[]) => boolean) => {
    for (const giveUpAt = Date.now() + PATIENCE_MS; ; await sleep(200)) {
      const now = await members()
      if (isReached(now)) return now
      if (Date.now() > giveUpAt) throw new Error(`${what} took too long: ${JSON.stringify(now)}`)
    }
  }
  const isWhole = (now: Member[]) =>
    now.some(({ role, state }) => role === 'leader' && state === 'running') &&
    now.some(({ role, state }) => role === 'sync_standby' && ['running', 'streaming'].includes(state))

  try {
    await startNode('one')
    await until('creating the leader', (now) => now.some(({ role, state }) => role === 'leader' && state === 'running'))
    await startNode('two')
    await until('creating the synchronous standby', isWhole)
    await start('haproxy', 'haproxy', ['-db', '-f', proxy])
  } catch (error) {
    console.error(await readFile(path.join(folder, 'one.log'), 'utf8').catch(() => ''))
    throw error
  }
  const url = `postgres://postgres:${SUPERUSER_PASSWORD}@127.0.0.1:${port}/slipstream`
  await createDatabase(url)

  return {
    url,
    leader: async () => (await members()).find(({ role }) => role === 'leader')?.name ?? '',
    /** The whole machine: Patroni and PostgreSQL, both with SIGKILL. */
    killNode: async (name: string) => {
      await killPostgres(name)
      await kill(name)
    },
    startNode,
    untilLeaderIsNot: (old: string) =>
      until('the failover', (now) => now.some(({ name, role }) => role === 'leader' && name !== old)),
    untilWhole: () => until('the return of the old leader', isWhole),
  }
}

const startEtcd = async (
  folder: string,
  start: (name: string, command: string, args: readonly string[]) => Promise<void>,
) => {
  const [port, peers] = [await freePort(), await freePort()]
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`]
  await start('etcd', 'etcd', [
    ...['--data-dir', path.join(folder, 'etcd'), '--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
  ])
  for (const giveUpAt = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    const answer = await fetch(`${client}/health`).catch(() => null)
    if (answer?.ok) return port
    if (Date.now() > giveUpAt) throw new Error('etcd did not start')
  }
}

const createDatabase = async (url: string) => {
  for (const giveUpAt = Date.now() + PATIENCE_MS; ; await sleep(300)) {
    try {
      await withClient(url.replace(/[^/]*$/, 'postgres'), (client) => client.query('create database slipstream'))
      return
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
    }
  }
}
