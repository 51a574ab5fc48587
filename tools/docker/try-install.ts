/**
 * npm run try:install: runs deploy/install.sh without questions in a fresh Debian, where it installs Docker's programs, and
 * gets a store over HTTPS with a certificate that a local ACME server (pebble) has validated. A second run changes nothing and
 * keeps what was edited by hand; each fault ends with one sentence; a server whose database is lost waits for a restore. The
 * root shares the Docker daemon of this machine. Needs the image of `npm run try:docker`.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { basename, join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { startEmulators } from '@slipstream/emulators/start-emulators'
import { freePorts } from '../bench/free-port.ts'
import { environment } from '../environment.ts'
import { ensureServices } from '../services/all-services.ts'
import { credentials, readPlaces, repositoryRoot } from '../services/places.ts'
import { openBackupStorage } from './backup-storage.ts'
import { CACHE, type Docker } from './docker.ts'
import { forwardPorts, forwardSocket, GATEWAY } from './forward-ports.ts'
import { freshArchive, makeFreshRoot } from './fresh-root.ts'
import { tryEdits, tryLostServer, tryWithoutBackups } from './install-again.ts'
import { tryFaults, tryUnfinished } from './install-faults.ts'
import { startAcme } from './local-acme.ts'
import { runTrial } from './run-trial.ts'

const DOMAIN = 'store.slipstream.test'
/** Resolves only to the machine itself. */
const LOOPBACK = 'loopback.slipstream.test'
const PROJECT = 'slipstream-install-trial'

const PORTS = [
  ...(['http', 'https', 'acme', 'management', 'dns', 'busy'] as const),
  ...(['overview', 'stripe', 'discord', 'turnstile', 'cdn'] as const),
] as const
type Port = (typeof PORTS)[number]

/** Everything that a second run could change: the files of the installation and the containers. */
const readState = async (docker: Docker, deployment: string) => {
  const files = readdirSync(deployment, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const containers = await docker.ask(
    'ps',
    '--no-trunc',
    '--format',
    '{{.ID}} {{.Names}}',
    '--filter',
    `label=com.docker.compose.project=${PROJECT}`,
  )
  return JSON.stringify([
    files.map((file) => [file, statSync(file).mtimeMs, readFileSync(file, 'utf8')]),
    containers.split('\n').sort(),
  ])
}

const requireSecretFiles = (deployment: string) => {
  for (const name of ['.env', 'store.env', 'backup.env', 'answers']) {
    const mode = statSync(join(deployment, name)).mode & 0o777
    if (mode !== 0o600) throw new Error(`${name} has mode ${mode.toString(8)}`)
  }
}

/** Opens the store as a browser that trusts only the local authority. */
const openStore = (port: number, ca: string) =>
  new Promise<string>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: DOMAIN, headers: { host: DOMAIN }, ca, path: '/' }
    request(options, (answer) => {
      const issuer = answer.socket instanceof TLSSocket ? answer.socket.getPeerCertificate().issuer.CN : ''
      answer.resume().once('end', () => resolve(`${answer.statusCode}, certificate of ${String(issuer)}`))
    })
      .once('error', reject)
      .end()
  })

await runTrial('install', async ({ docker, folder, undo }) => {
  const places = readPlaces(environment())
  undo.push((await ensureServices(places)).stop)
  const free = await freePorts(PORTS.length)
  const ports = Object.fromEntries(PORTS.map((name, index) => [name, free[index]])) as Record<Port, number>
  const { http, https, management, dns, busy, overview, stripe, discord, turnstile, cdn } = ports
  undo.push((await startEmulators({ ports: { overview, stripe, discord, turnstile, cdn } })).stop)
  undo.push((await forwardPorts(GATEWAY, [places.ports.s3, places.ports.smtp, stripe, discord, turnstile])).close)
  const acme = await startAcme({
    folder: join(folder, 'acme'),
    host: GATEWAY,
    ports: { acme: ports.acme, management, dns, http, https },
  })
  undo.push(acme.stop)

  // The socket, because the root has its own /tmp.
  const shared = join(folder, 'shared')
  const deployment = join(shared, 'deploy')
  mkdirSync(shared)
  const socket = (docker.env.DOCKER_HOST ?? '').replace('unix://', '')
  undo.push((await forwardSocket(join(shared, 'docker.sock'), socket)).close)
  cpSync(join(repositoryRoot, 'deploy'), deployment, { recursive: true })
  const backups = await openBackupStorage({ folder, undo }, places)
  backups.introduceTo(deployment)
  mkdirSync(join(deployment, 'caddy-options'))
  writeFileSync(join(deployment, 'caddy-options/root.pem'), acme.certificate)
  const options = `acme_ca ${acme.directory}\nacme_ca_root /etc/caddy/options/root.pem\n`
  writeFileSync(join(deployment, 'caddy-options/acme.caddy'), options)
  const storage = new URL(backups.endpoint).hostname
  const hosts = { [DOMAIN]: GATEWAY, [storage]: GATEWAY, [LOOPBACK]: '127.0.0.1' }
  const root = makeFreshRoot(join(folder, 'root'), freshArchive(CACHE), shared, hosts)
  // Like a router that forwards the HTTPS port to another one.
  writeFileSync(join(folder, 'root/root/.curlrc'), `connect-to = "${DOMAIN}:443:${GATEWAY}:${https}"\n`)
  const authority = backups.settings.PGBACKREST_REPO1_STORAGE_CA_FILE
  const ofStorage = join(deployment, 'backup', basename(authority))
  const ofAll = join(shared, 'authorities.pem')
  writeFileSync(ofAll, `${acme.root}\n${readFileSync(ofStorage, 'utf8')}`)
  const at = (port: number) => `http://${GATEWAY}:${port}`
  /** Variables that no file of the installation stores. */
  const machine = {
    ASK: 'no',
    DOCKER_HOST: `unix://${join(shared, 'docker.sock')}`,
    MIN_DISK_GB: '1',
    CURL_CA_BUNDLE: ofAll,
  }
  const answers: Record<string, string> = {
    ...machine,
    COMPOSE_PROJECT_NAME: PROJECT,
    SUBNET: '172.30.78.0/24',
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
    DOMAIN,
    ADMIN_EMAIL: 'creator@slipstream.example',
    STRIPE_SECRET_KEY: credentials.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: credentials.stripe.webhookSecret,
    S3_ENDPOINT: at(places.ports.s3),
    S3_ACCESS_KEY_ID: credentials.s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.s3.secretAccessKey,
    S3_PUBLIC_BUCKET: credentials.buckets.public,
    S3_PRIVATE_BUCKET: credentials.buckets.private,
    S3_BUCKETS_SHARED: 'true',
    BACKUP_BUCKET: backups.bucket,
    BACKUP_ENDPOINT: backups.endpoint,
    PGBACKREST_REPO1_STORAGE_CA_FILE: authority,
    SMTP_URL: `smtp://${GATEWAY}:${places.ports.smtp}`,
    DISCORD_CLIENT_ID: '1180000000000000001',
    DISCORD_CLIENT_SECRET: 'emulated-discord-client-secret',
    DEVELOPER_DISCORD_USERNAME: 'slipstream_dev',
    TURNSTILE_SITE_KEY: '0x4EMULATOR000000000000AA',
    TURNSTILE_SECRET_KEY: '0x4EMULATOR00000000000000000000000AA',
    ALLOW_EMULATORS: 'true',
    STRIPE_API_URL: at(stripe),
    DISCORD_URL: at(discord),
    DISCORD_CDN_URL: at(discord),
    TURNSTILE_URL: at(turnstile),
  }
  const command = (name: string) => root.run(machine, join(deployment, 'slipstream'), name)
  const installed = {
    deployment,
    project: PROJECT,
    docker,
    install: (changes: Record<string, string>) => root.run({ ...machine, ...changes }, join(deployment, 'install.sh')),
    readState: () => readState(docker, deployment),
  }

  const began = Date.now()
  undo.push(async () => {
    if (existsSync(join(deployment, '.env'))) await docker.compose(deployment, 'down', '--volumes', '--timeout', '20')
  })
  const kept = await tryUnfinished(installed, answers)
  const rest = Object.fromEntries(Object.entries(answers).filter(([name]) => !kept.includes(name)))
  const first = await installed.install(rest)
  if (first.code !== 0) throw new Error(`install.sh ended with ${first.code}: ${first.error}`)
  if (!/\/login#invitation=\S+/.test(first.out)) throw new Error('there is no link for the first administrator')
  console.log(`installed in ${Math.round((Date.now() - began) / 1_000)} s`)
  requireSecretFiles(deployment)
  const opened = await openStore(https, acme.root)
  if (!/^200, .*Pebble/.test(opened)) throw new Error(`https://${DOMAIN} answered ${opened}`)
  console.log(`https://${DOMAIN}: ${opened}`)

  const before = await installed.readState()
  const second = await installed.install({})
  if (second.code !== 0 || !second.out.includes('Nothing to change')) throw new Error(`the second run: ${second.error}`)
  if ((await installed.readState()) !== before) throw new Error('the second run changed something')
  console.log('a second run without any answer changed nothing')
  const { out } = await command('doctor')
  if (!/ok {6}Backup/.test(out) || !/ok {6}Uploads from the browser/.test(out)) throw new Error(`doctor said:\n${out}`)
  await tryFaults(installed, { loopback: LOOPBACK, freePort: busy, otherAuthority: ofStorage })
  await tryEdits(installed)
  await tryWithoutBackups(installed, backups.bucket)
  const gone = await command('uninstall')
  const volumes = await docker.ask('volume', 'ls', '--quiet', '--filter', `label=com.docker.compose.project=${PROJECT}`)
  if (gone.code !== 0 || !volumes.includes('postgres')) throw new Error(`uninstall: ${gone.error} ${volumes}`)
  console.log('uninstall kept the data')
  await tryLostServer(installed)
})
