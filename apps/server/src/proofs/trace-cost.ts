/** npm run trace-cost: what traces cost a request, with none, a tenth and all of them collected. Needs a migrated database. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buildApp } from '#app.ts'
import { loadConfig } from '#config.ts'
import { createLogger, logOutput } from '#lib/logger.ts'
import { openServices } from '#open-services.ts'
import { median } from '#testing/median.ts'

const REQUESTS = 400
/** Alternating, so that a busy machine hits all modes alike. */
const ROUNDS = 8

const MODES = { off: null, 'a tenth': 0.1, all: 1 }
type Mode = keyof typeof MODES

let asked = 0
const ROUTES = {
  '/api/site/status, no statement': () => '/api/site/status',
  // A different price for every request, so that no answer is cached.
  '/api/mods, searched': () => `/api/mods?q=harlan&maxPrice=${(asked += 1)}`,
}

/** Discards traces in a separate process, whose time is not counted. */
const COLLECTOR = `require('node:http').createServer((request, response) => {
  request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'))
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

const collector = spawn(process.execPath, ['--eval', COLLECTOR], { stdio: ['ignore', 'pipe', 'inherit'] })
process.on('exit', () => collector.kill())
process.on('SIGTERM', () => process.exit(1)).on('SIGINT', () => process.exit(1))
const [port] = (await once(collector.stdout, 'data')) as [Buffer]

const openStore = async (share: number | null) => {
  const telemetry =
    share === null ? null : { url: `http://127.0.0.1:${Number(String(port))}/v1/traces`, headers: {}, share }
  const config = { ...loadConfig(), logLevel: 'info' as const, telemetry }
  const services = await openServices(config, createLogger(config, logOutput('/dev/null')))
  const app = await buildApp({ ...services, requestsPerMinute: 1_000_000 })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    close: async () => {
      await app.close()
      await services.close()
    },
  }
}

const stores = {
  off: await openStore(MODES.off),
  'a tenth': await openStore(MODES['a tenth']),
  all: await openStore(MODES.all),
}

/** Milliseconds of processor time per request, the client's included. */
const measure = async (mode: Mode, path: () => string) => {
  const before = process.cpuUsage()
  for (let request = 0; request < REQUESTS; request += 1) {
    const answer = await fetch(stores[mode].address + path())
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`status ${answer.status}`)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / REQUESTS
}

const modes = Object.keys(MODES) as Mode[]
for (const [name, path] of Object.entries(ROUTES)) {
  const costs = Object.fromEntries(modes.map((mode) => [mode, [] as number[]]))
  for (const mode of modes) await measure(mode, path)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const mode of modes) costs[mode]?.push(await measure(mode, path))
  }
  const figures = modes.map((mode) => `${mode} ${median(costs[mode] ?? []).toPrecision(3)}`)
  console.log(`${name}: milliseconds of processor time per request, medians: ${figures.join(', ')}`)
}
console.log(`memory at the end: ${Math.round(process.memoryUsage().rss / 1_048_576)} MB with three stores`)

for (const store of Object.values(stores)) await store.close()
collector.kill()
