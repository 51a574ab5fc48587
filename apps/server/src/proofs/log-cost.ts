/** npm run log-cost: what 10,000 log lines a second cost a request, with and without the shared log stream. */
import type { AddressInfo } from 'node:net'
import { buildApp } from '#app.ts'
import { loadConfig } from '#config.ts'
import { createLogFeed } from '#lib/log-stream.ts'
import { createLogger, logOutput, tapped } from '#lib/logger.ts'
import { openServices } from '#open-services.ts'

const LINES_PER_SECOND = 10_000
const TICK_MS = 10
const REQUESTS = 1_500
/** Alternating, so that a busy machine hits all modes alike. */
const ROUNDS = 4

const MODES = ['quiet', 'flood', 'flood and stream'] as const
type Mode = (typeof MODES)[number]

const config = { ...loadConfig(), logLevel: 'info' as const }
const feed = createLogFeed('proof')
let isStreaming = false
const push = (line: string) => {
  if (isStreaming) feed.push(line)
}
const log = createLogger(config, tapped(logOutput('/dev/null'), push))
const services = await openServices(config, log)
feed.connect(services)
const app = await buildApp({ ...services, requestsPerMinute: 1_000_000 })
await app.listen({ host: '127.0.0.1', port: 0 })
const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/site/status`

const flood = () => {
  const perTick = (LINES_PER_SECOND * TICK_MS) / 1_000
  const began = Date.now()
  let written = 0
  // Catches up when a tick is late, so that the rate holds on a busy machine.
  const timer = setInterval(() => {
    const due = Math.floor((Date.now() - began) / TICK_MS) * perTick
    for (; written < due; written++) log.info({ order: written, method: 'card' }, 'an order changed its status')
  }, TICK_MS)
  return () => {
    clearInterval(timer)
    return Math.round(written / ((Date.now() - began) / 1_000))
  }
}

const measure = async (mode: Mode) => {
  isStreaming = mode === 'flood and stream'
  const stop = mode === 'quiet' ? () => 0 : flood()
  const times: number[] = []
  const cpu = process.cpuUsage()
  for (let n = 0; n < REQUESTS; n++) {
    const start = performance.now()
    await (await fetch(address)).arrayBuffer()
    times.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(cpu)
  return { times, cpuMs: (user + system) / 1_000, linesPerSecond: stop() }
}

const percentile = (times: readonly number[], share: number) => times[Math.floor(times.length * share)] ?? 0
const results = Object.fromEntries(MODES.map((mode) => [mode, [] as Awaited<ReturnType<typeof measure>>[]]))
await measure('quiet')
for (let round = 0; round < ROUNDS; round++) {
  for (const mode of MODES) results[mode]?.push(await measure(mode))
}
for (const mode of MODES) {
  const rounds = results[mode] ?? []
  const times = rounds.flatMap((each) => each.times).sort((one, other) => one - other)
  const rate = Math.round(rounds.reduce((sum, each) => sum + each.linesPerSecond, 0) / rounds.length)
  const figures = [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${percentile(times, share).toPrecision(3)} ms`)
  const cpu = rounds.reduce((sum, each) => sum + each.cpuMs, 0) / times.length
  console.log(`${mode}: ${rate} lines/s, ${figures.join(', ')}, ${cpu.toPrecision(3)} ms CPU per request`)
}

await feed.close()
await app.close()
await services.close()
