import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { repositoryRoot } from '../services/places.ts'
import { Unprepared } from '../services/unprepared.ts'

const run = promisify(execFile)
const START_MS = 30_000

/** Debian's own client. Another docker on the path may belong to a daemon elsewhere. */
const DOCKER = existsSync('/usr/bin/docker') ? '/usr/bin/docker' : 'docker'

/** The daemon's images, kept for the next time. */
export const CACHE = process.env.SLIPSTREAM_DOCKER_DIR ?? join(tmpdir(), 'slipstream-docker')

export interface Docker {
  env: NodeJS.ProcessEnv
  /** What a docker command prints. */
  ask: (...args: string[]) => Promise<string>
  /** Runs a docker command and shows its output. */
  show: (...args: string[]) => Promise<void>
  compose: (folder: string, ...args: string[]) => Promise<void>
  stop: () => Promise<void>
}

/** The daemon of DOCKER_HOST, or a private one that only this script uses. Its images are kept for the next time. */
export const openDocker = async (folder: string): Promise<Docker> => {
  const own = process.env.DOCKER_HOST === undefined
  const host = process.env.DOCKER_HOST ?? `unix://${folder}/sock`
  const env = { ...process.env, DOCKER_HOST: host, DOCKER, COMPOSE_DOCKER_CLI_BUILD: '0', DOCKER_BUILDKIT: '0' }
  const stop = own ? await startDaemon(folder, host, env) : async () => undefined
  const show = async (program: string, args: readonly string[], cwd?: string) => {
    const child = spawn(program, args, { env, cwd, stdio: ['ignore', 'inherit', 'inherit'] })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`)
  }
  return {
    env,
    ask: async (...args) => (await run(DOCKER, args, { env, maxBuffer: 64_000_000 })).stdout.trim(),
    show: (...args) => show(DOCKER, args),
    compose: (cwd, ...args) => {
      const [program = '', ...first] = composeCommand(env)
      return show(program, [...first, ...args], cwd)
    },
    stop,
  }
}

/** The Compose plugin, or the standalone program of Debian 12. */
const composeCommand = (env: NodeJS.ProcessEnv) =>
  spawnSync(DOCKER, ['compose', 'version'], { env }).status === 0 ? [DOCKER, 'compose'] : ['docker-compose']

const startDaemon = async (folder: string, host: string, env: NodeJS.ProcessEnv) => {
  if (process.getuid?.() !== 0) throw new Unprepared('Set DOCKER_HOST, or run as root to start a Docker daemon')
  mkdirSync(folder, { recursive: true })
  const log = openSync(join(folder, 'log'), 'w')
  const args = ['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec'), '-p', join(folder, 'pid')]
  const daemon = spawn('dockerd', [...args, '-H', host], { stdio: ['ignore', log, log] })
  const deadline = Date.now() + START_MS
  while (spawnSync(DOCKER, ['info'], { env }).status !== 0) {
    if (daemon.exitCode !== null || Date.now() > deadline) {
      daemon.kill()
      throw new Unprepared(`No Docker daemon: see ${join(folder, 'log')}. Debian's package is docker.io`)
    }
    await sleep(200)
  }
  return async () => {
    if (daemon.exitCode !== null) return
    const gone = once(daemon, 'exit')
    daemon.kill('SIGTERM')
    await gone
  }
}

/** The base images, made from Debian's packages unless this daemon has them already. */
export const makeStandIns = ({ env }: Docker) => {
  const args = [join(repositoryRoot, 'node_modules/node'), join(CACHE, 'stand-ins')]
  execFileSync('bash', [join(import.meta.dirname, 'stand-ins.sh'), ...args], { env, stdio: 'inherit' })
}
