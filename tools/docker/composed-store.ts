import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment } from '../environment.ts'
import { type Places, repositoryRoot, serviceEnvironment } from '../services/places.ts'
import type { BackupStorage } from './backup-storage.ts'
import type { Docker } from './docker.ts'
import { GATEWAY } from './forward-ports.ts'

const HEALTHY_MS = 300_000
/** A network that no real store of this machine uses. */
const SUBNET = '172.30.77.0/24'
const PROJECT = 'slipstream-trial'
export const PASSWORD = 'only-for-this-trial'

/** Where the settings name 127.0.0.1, a container must connect to this machine. */
const fromInside = (settings: Record<string, string | undefined>) =>
  Object.entries(settings).map(([name, value = '']) => `${name}=${value.replaceAll('127.0.0.1', GATEWAY)}`)

/** Set by the compose file itself, or by the image. */
const NOT_IN_FILE =
  /^(?:DATABASE_|REDIS_|HOST$|PORT$|METRICS_|TRUSTED_|NODE_|DRAIN_|MAILBOX_|EMULATORS_|PUBLIC_URL|MAIL_FROM|REQUESTS_)/

const asLines = (settings: Record<string, string>) =>
  `${Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')}\n`

/** A copy of deploy/ with its settings files. */
export const writeDeployment = (
  folder: string,
  places: Places,
  publicUrl: string,
  httpPort: number,
  backups: BackupStorage,
  changes: Record<string, string>,
) => {
  cpSync(join(repositoryRoot, 'deploy'), folder, { recursive: true })
  mkdirSync(join(folder, 'caddy-options'), { recursive: true })
  const shell = { SLIPSTREAM_PORT_BASE: String(places.portBase) }
  const settings = { ...environment(shell), ...serviceEnvironment(places), ...changes }
  const own = Object.entries(settings).filter(([name]) => !NOT_IN_FILE.test(name) && !name.startsWith('SLIPSTREAM_'))
  const lines = [
    ...fromInside(Object.fromEntries(own)),
    'MAIL_FROM=Slipstream <store@slipstream.example>',
    'ALLOW_EMULATORS=true',
    // All visitors of a trial come from one address.
    'REQUESTS_PER_MINUTE=100000',
    `PUBLIC_URL=${publicUrl}`,
  ]
  writeFileSync(join(folder, 'store.env'), `${lines.join('\n')}\n`, { mode: 0o600 })
  const compose = {
    COMPOSE_PROJECT_NAME: PROJECT,
    SITE_ADDRESS: 'http://',
    ACME_EMAIL: 'nobody@slipstream.example',
    POSTGRES_PASSWORD: PASSWORD,
    SUBNET,
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(httpPort + 1),
  }
  writeFileSync(join(folder, '.env'), asLines(compose), { mode: 0o600 })
  writeFileSync(join(folder, 'backup.env'), asLines(backups.settings), { mode: 0o600 })
  backups.introduceTo(folder)
}

/** The ids of the running containers of a service; with `--all`, stopped ones too. */
export const containersOf = (docker: Docker, project: string, service: string, ...options: readonly string[]) => {
  const filters = [`label=com.docker.compose.service=${service}`, `label=com.docker.compose.project=${project}`]
  return docker.ask('ps', '--quiet', ...options, ...filters.flatMap((filter) => ['--filter', filter]))
}

export const containerOf = async (docker: Docker, service: string) => {
  const id = await containersOf(docker, PROJECT, service, '--all')
  if (!/^\w+$/.test(id)) throw new Error(`there is no container of ${service}`)
  return id
}

export const untilHealthy = async (docker: Docker, service: string) => {
  const began = Date.now()
  for (;;) {
    const health = await docker.ask(
      'inspect',
      '--format',
      '{{.State.Health.Status}}',
      await containerOf(docker, service),
    )
    if (health === 'healthy') return
    if (Date.now() - began > HEALTHY_MS) throw new Error(`${service} is ${health} after ${HEALTHY_MS / 1_000} s`)
    await sleep(500)
  }
}

/** The kernel's view of a process of a container. Runs inside it. */
const LOOK = `
  const status = require('node:fs').readFileSync('/proc/self/status', 'utf8')
  const line = (name) => new RegExp('^' + name + ':\\\\s*(\\\\S+)', 'm').exec(status)[1]
  let write = 'allowed'
  try { require('node:fs').writeFileSync('/store/written', '') } catch (error) { write = error.code }
  console.log(JSON.stringify({ uid: line('Uid'), capabilities: line('CapEff'), bounding: line('CapBnd'), noNewPrivileges: line('NoNewPrivs'), write }))`

const CONFINED = {
  uid: '1000',
  capabilities: '0000000000000000',
  bounding: '0000000000000000',
  noNewPrivileges: '1',
  write: 'EROFS',
}

/** Fails unless this container's processes may do nothing but run the store. */
export const requireConfined = async (docker: Docker, service: string) => {
  const found = await docker.ask('exec', await containerOf(docker, service), 'node', '--eval', LOOK)
  if (found !== JSON.stringify(CONFINED)) throw new Error(`${service} is not confined: ${found}`)
  console.log(`${service} is confined: ${found}`)
}

/** Runs `slipstream COMMAND …` of a deployment as its owner would, and returns its exit code. */
export const runSlipstream = async (
  docker: Docker,
  deployment: string,
  args: readonly string[],
  env: Record<string, string> = {},
) => {
  const child = spawn(join(deployment, 'slipstream'), args, {
    env: { ...docker.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}
