import { join } from 'node:path'
import { startEmulators } from '@slipstream/emulators/start-emulators'
import { runToEnd } from '../bench/child-process.ts'
import { freePorts } from '../bench/free-port.ts'
import { environment } from '../environment.ts'
import { ensureServices } from '../services/all-services.ts'
import { credentials, readPlaces, repositoryRoot, serviceEnvironment } from '../services/places.ts'
import { createBucket, openBackupStorage } from './backup-storage.ts'
import { containerOf, PASSWORD, untilHealthy, writeDeployment } from './composed-store.ts'
import type { Docker } from './docker.ts'
import { forwardPorts, GATEWAY } from './forward-ports.ts'
import type { Trial } from './run-trial.ts'

/** The unchanged deploy/compose.yaml with the demo's data, next to emulators of the third parties. */
export const startComposedStore = async ({ docker, folder, undo, signal }: Trial) => {
  const deployment = join(folder, 'deploy')
  const shared = readPlaces(environment())
  undo.push((await ensureServices(shared)).stop)
  const [httpPort = 0, overview = 0, stripe = 0, discord = 0, turnstile = 0, cdn = 0] = await freePorts(6)
  const emulators = { overview, stripe, discord, turnstile, cdn }
  const places = { ...shared, ports: { ...shared.ports, emulators } }
  const url = `http://127.0.0.1:${httpPort}`
  const webhook = { url: `${url}/api/webhooks/stripe`, secret: credentials.stripe.webhookSecret }
  undo.push((await startEmulators({ ports: emulators, webhook, reachedAt: GATEWAY })).stop)

  const backups = await openBackupStorage({ folder, undo }, places)
  // A restore repeats the erasures that the private bucket lists, and the shared bucket lists those of other stores.
  const own = { S3_PRIVATE_BUCKET: await createBucket(places) }
  writeDeployment(deployment, places, url, httpPort, backups, own)
  undo.push(() => docker.compose(deployment, 'down', '--volumes', '--timeout', '20'))
  const forwarded = [places.ports.s3, places.ports.smtp, stripe, discord, turnstile, cdn]
  undo.push((await forwardPorts(GATEWAY, forwarded)).close)
  const began = Date.now()
  await docker.compose(deployment, 'up', '--detach')
  for (const service of ['server-1', 'server-2', 'postgres', 'redis']) await untilHealthy(docker, service)
  console.log(`healthy in ${Math.round((Date.now() - began) / 1_000)} s: two servers, PostgreSQL, Redis`)

  const databaseUrl = await databaseOf(docker)
  // The image has no demo, so it is seeded from here, as a developer would.
  const env = { ...environment(), ...serviceEnvironment(places), ...own, DATABASE_URL: databaseUrl }
  await runToEnd(join(repositoryRoot, 'apps/server/src/demo/seed.ts'), env, signal)
  return { url, databaseUrl, places, deployment }
}

/** The address of PostgreSQL's container, which a restart may change. */
export const databaseOf = async (docker: Docker, password = PASSWORD) => {
  const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}'
  const address = await docker.ask('inspect', '--format', format, await containerOf(docker, 'postgres'))
  return `postgres://slipstream:${password}@${address}:5432/slipstream`
}
