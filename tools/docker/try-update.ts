/**
 * npm run try:update: `slipstream update` while people read, sign in, fill carts and pay, 50 requests a second. First
 * to a release that never becomes ready, which is rolled back, then to one that does. No request may fail, and every
 * paid order must be in the books once. Needs the image of `npm run try:docker`.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@slipstream/db/client'
import { createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { withClient } from '@slipstream/db/testing/test-database'
import { containerOf, runSlipstream } from './composed-store.ts'
import type { Docker } from './docker.ts'
import { runTrial } from './run-trial.ts'
import { startComposedStore } from './start-composed.ts'
import { type LoadReport, startLoad } from './update-load.ts'

const PER_SECOND = Number(process.env.UPDATE_RATE ?? 50)
const BUYERS = 60
const MOD = 2

/** Two releases made of slipstream:latest: one never becomes ready, one differs only in a label. */
const RELEASES = {
  'slipstream:broken': 'FROM slipstream:latest\nCMD ["node", "--eval", "setInterval(() => {}, 1000)"]\n',
  'slipstream:next': 'FROM slipstream:latest\nLABEL slipstream.release=next\n',
}

const makeReleases = async (docker: Docker, folder: string) => {
  for (const [name, text] of Object.entries(RELEASES)) {
    const file = join(folder, name.replace(':', '-'))
    writeFileSync(file, text)
    await docker.ask('build', '--file', file, '--tag', name, folder)
  }
}

const createBuyers = async (url: string) => {
  const database = openDatabase({ url, applicationName: 'try-update', maxConnections: 1, onIdleError: () => {} })
  const buyers = Array.from({ length: BUYERS }, (_, number) => ({
    username: `buyer_${number}`,
    password: PUBLIC_PASSWORD,
  }))
  try {
    for (const { username } of buyers) await createUser(database.db, { username })
  } finally {
    await database.close()
  }
  return buyers
}

const update = (docker: Docker, deployment: string, image: string) =>
  runSlipstream(docker, deployment, ['update', image], {
    READY_SECONDS: image === 'slipstream:broken' ? '40' : '180',
  })

const imageOf = async (docker: Docker, service: string) =>
  docker.ask('inspect', '--format', '{{.Image}}', await containerOf(docker, service))

/** Records which releases answer side by side, until it is stopped. */
const watchReleases = (docker: Docker) => {
  const seen = new Set<string>()
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      // A server that is being replaced has no container for a moment.
      const images = Promise.all(['server-1', 'server-2'].map((server) => imageOf(docker, server)))
      seen.add((await images.catch(() => [])).join(' '))
      await sleep(500)
    }
  })()
  return async () => {
    isOver = true
    await watching
    return seen
  }
}

/** Every order that the store reported as paid is paid, with one charge. */
const requireBooks = async (databaseUrl: string, { paid }: LoadReport) => {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ status: string; entries: number }>(
      `select o.status, (select count(*)::int from ledger_entries l where l.order_id = o.id and l.kind = 'payment') as entries
       from orders o where o.number = any($1)`,
      [paid],
    ),
  )
  const wrong = rows.filter(({ status, entries }) => status !== 'paid' || entries !== 1)
  if (rows.length !== paid.length || wrong.length > 0) {
    throw new Error(`of ${paid.length} paid orders ${rows.length} are there, and ${wrong.length} are wrong`)
  }
}

await runTrial('update', async (trial) => {
  const { docker, folder } = trial
  await makeReleases(docker, folder)
  const { url, databaseUrl, places, deployment } = await startComposedStore(trial)
  const buyers = await createBuyers(databaseUrl)
  const before = await imageOf(docker, 'server-1')
  const stripeUrl = `http://127.0.0.1:${places.ports.emulators.stripe}`
  const load = startLoad({ url, stripeUrl, buyers, modId: MOD, perSecond: PER_SECOND })
  trial.undo.push(load.stop)

  if ((await update(docker, deployment, 'slipstream:broken')) === 0) throw new Error('a broken release was accepted')
  if ((await imageOf(docker, 'server-1')) !== before) throw new Error('the broken release was not taken back')
  console.log(`a release that never becomes ready was taken back after ${load.report.sent} requests`)
  const stopWatching = watchReleases(docker)
  if ((await update(docker, deployment, 'slipstream:next')) !== 0) throw new Error('the update failed')
  const seen = await stopWatching()
  const images = await Promise.all(['server-1', 'server-2', 'worker'].map((service) => imageOf(docker, service)))
  if (new Set(images).size !== 1 || images[0] === before)
    throw new Error(`not all run the new release: ${images.join(', ')}`)
  if (!seen.has(`${images[0]} ${before}`)) throw new Error('the two releases never ran side by side')

  const report = await load.stop()
  console.log(`${report.sent} requests, ${report.failures.length} failed: ${JSON.stringify(report.counts)}`)
  for (const { what, why } of report.failures.slice(0, 10)) console.error(`${what}: ${why}`)
  await requireBooks(databaseUrl, report)
  console.log(`${report.paid.length} orders were paid during the updates, none lost or doubled`)
  if (report.failures.length > 0 || report.paid.length === 0) throw new Error('the update was noticed')
})
