/** npm run fuzz: hostile requests to every operation and page of a store of its own. docs/fuzzing.md explains the output. */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repositoryRoot } from '../services/places.ts'
import { printError } from '../services/unprepared.ts'
import { buildApiRequest, buildPageRequest, buildWebhookRequest } from './build-request.ts'
import { openFuzzStore } from './fuzz-store.ts'
import { createKnownThings } from './known-things.ts'
import { readOperations } from './operations.ts'
import { createCast, createPeople, type Role, strangeAddress } from './people.ts'
import { type Random, seededRandom } from './random.ts'
import { printReport, verdictOf } from './report.ts'
import { createSender } from './send.ts'
import { createTally } from './tally.ts'
import { parseJson } from './verdict.ts'
import { walkStore } from './walk-store.ts'

const LANES = 8
/** A page with a new address must be rendered, which costs as much as ten API calls. */
const PAGE_SHARE = 0.05
const WEBHOOK_SHARE = 0.01

const HASHES_PASSWORD = new Set([
  'POST /api/auth/login',
  'POST /api/auth/admin-login',
  'POST /api/auth/register',
  'POST /api/auth/prove',
  'POST /api/auth/take-over',
  'POST /api/auth/invitation/accept',
  'POST /api/account/password',
])

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    /** Another checkout to fuzz, to compare it with this one. */
    root: { type: 'string', default: repositoryRoot },
    log: { type: 'string' },
    json: { type: 'string' },
  },
})
const requests = Number(values.requests)
const seed = Number(values.seed)

const roleFor = (name: string, random: Random): Role =>
  random.pick<Role>(
    name.includes('/api/admin')
      ? ['admin', 'admin', 'admin', 'admin', 'customer', 'visitor']
      : ['visitor', 'customer', 'customer', 'admin'],
  )

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

const fuzz = async (store: Awaited<ReturnType<typeof openFuzzStore>>) => {
  const { operations, resolve } = readOperations(join(values.root, 'docs/openapi.json'))
  const sender = createSender(store.url, LANES)
  const people = createPeople(sender)
  const known = createKnownThings()
  const tally = createTally()
  const { reach } = tally
  await walkStore({ sender, people, known, operations, reach, ...store, storeUrl: store.url })
  const began = performance.now()
  let next = 0

  const request = (random: Random) => {
    const kind = random.next()
    if (kind < WEBHOOK_SHARE) return buildWebhookRequest(random)
    if (kind < WEBHOOK_SHARE + PAGE_SHARE) return buildPageRequest(random, known)
    const operation = random.pick(operations)
    // Hashing a password costs as much as fifty other requests.
    const isCostly = HASHES_PASSWORD.has(operation.name) && random.chance(0.75)
    return buildApiRequest(isCostly ? random.pick(operations) : operation, { random, known, resolve })
  }

  const lane = async () => {
    const cast = createCast(people)
    const address = strangeAddress()
    while (next < requests && !stop.signal.aborted) {
      const index = next++
      const random = seededRandom(seed, index)
      const built = request(random)
      const role = roleFor(built.name, random)
      const person = await cast.person(role)
      built.headers = {
        'x-forwarded-for': random.chance(0.02) ? strangeAddress() : address,
        ...(person && { authorization: `Bearer ${person.token}` }),
        ...built.headers,
      }
      const answer = await sender.send(built)
      tally.add(index, built, answer)
      cast.notice(role, built, answer)
      if (answer.status === 200 && random.chance(0.2)) known.learn(built.url, parseJson(answer.text))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  sender.close()
  return { ...tally.result(), operations, people: people.used(), seconds: (performance.now() - began) / 1_000 }
}

const writeCount = (count: { passed: number; failed: number }) => {
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(count)}\n`)
  if (count.failed > 0) process.exitCode = 1
}

const undone: (() => Promise<unknown>)[] = []
try {
  const store = await openFuzzStore(values.root, (work) => undone.push(work), stop.signal)
  const result = await fuzz(store)
  if (values.log !== undefined) copyFileSync(store.logFile, values.log)
  printReport(result, { requests, seed })
  const { passed, failed } = verdictOf(result)
  for (const sentence of failed) console.error(`failed: ${sentence}`)
  writeCount({ passed: passed.length, failed: failed.length })
} catch (error) {
  printError(error)
  writeCount({ passed: 0, failed: 1 })
} finally {
  for (const undo of undone.reverse())
    await undo().catch((error: Error) => console.error(`cleaning up: ${error.message}`))
}
