/**
 * npm run growth:subscriptions: what the nightly comparison of 100,000 subscribers costs, with a worker that is killed in
 * the middle, and whether the auth check gets slower. See docs/performance.md.
 */
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { inTransaction, openDatabase } from '@slipstream/db/client'
import { migrate } from '@slipstream/db/migrate'
import { createUser } from '@slipstream/db/testing/factories'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { readConfig } from '#config.ts'
import { issueBearer, startSession } from '#features/auth/sessions.service.ts'
import { openStripe } from '#gateways/stripe.ts'
import { countDeadJobs, installQueue } from '#lib/jobs/jobs.ts'
import { freePort } from '#testing/free-port.ts'
import { openServer } from '#testing/open-server.ts'
import { startOwnStripe } from '#testing/own-stripe.ts'
import { compareAndKill } from './compare-and-kill.ts'
import { fillSubscribers } from './fill-subscribers.ts'

/** Extra memory the worker may need for it. */
const MOST_MB = 150
const KILLED_AFTER = 0.4
const CALLS = 1_000
/** How much longer the auth check may take with all subscribers. Twice the noise of a quiet machine. */
const MOST_TIME = 1.3

const { values } = parseArgs({ options: { subscribers: { type: 'string', default: '100000' } } })
const many = Number(values.subscribers)
const base = process.env.DATABASE_URL ?? ''
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const undone: (() => Promise<unknown>)[] = []
const undo = (work: () => Promise<unknown>) => undone.push(work)
const missed: string[] = []

/** A store with this many subscribers, and a person who calls the auth check. */
const openStore = async (subscribers: number) => {
  const name = `subscriptions_${subscribers}_${process.pid}`
  undo(() => dropDatabase(base, name))
  const url = await recreateDatabase(base, name)
  await migrate(url)
  await installQueue(url)
  const stripe = await startOwnStripe({ url: 'http://127.0.0.1:9/', secret: process.env.STRIPE_WEBHOOK_SECRET ?? '' })
  undo(stripe.close)
  const environment = {
    ...process.env,
    DATABASE_URL: url,
    STRIPE_API_URL: stripe.address,
    REQUESTS_PER_MINUTE: '1000000',
  }
  const config = readConfig(environment)
  const database = openDatabase({ url, applicationName: 'slipstream-growth', maxConnections: 2, onIdleError: () => {} })
  undo(database.close)
  const { db } = database
  const filled =
    subscribers === 0 ? null : await fillSubscribers({ url, db, gateway: openStripe(config), stripe }, subscribers)

  const server = await openServer(config)
  undo(server.close)
  const port = await freePort()
  await server.app.listen({ host: '127.0.0.1', port })
  const { id } = await createUser(db, { username: 'growth_person', premiumExpiresAt: new Date('2100-01-01') })
  const token = await inTransaction(db, async (tx) => {
    const { session } = await startSession(tx, { userId: id, method: 'password', ip: '127.0.0.1', userAgent: 'growth' })
    return issueBearer(tx, session, { isAdmin: false })
  })
  const ask = async () => {
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/user`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { isPremium } = (await answer.json()) as { isPremium: boolean }
    if (!isPremium) throw new Error('the auth check does not know the member')
    return performance.now() - began
  }
  return { db, stripe, environment, filled, ask }
}

/** Alternating, so that other load on the machine affects both. */
const judgeAuthCheck = async (stores: readonly { ask: () => Promise<number> }[]) => {
  const times = stores.map((): number[] => [])
  for (let call = 0; call < CALLS; call++) {
    for (const [place, { ask }] of stores.entries()) times[place]?.push(await ask())
  }
  const [none, all] = times.map((each) => {
    const sorted = each.toSorted((one, other) => one - other)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
    return { 'p50 ms': short.format(at(0.5)), 'p99 ms': short.format(at(0.99)), ms: at(0.5) }
  })
  console.table({ 'auth check, no subscribers': none, [`auth check, ${many} subscribers`]: all }, ['p50 ms', 'p99 ms'])
  const ratio = (all?.ms ?? Number.NaN) / (none?.ms ?? Number.NaN)
  if (!(ratio <= MOST_TIME))
    missed.push(`the auth check takes ${short.format(ratio)} times as long, at most ${MOST_TIME}`)
}

const judgeComparison = async ({ db, stripe, environment, filled }: Awaited<ReturnType<typeof openStore>>) => {
  const { differing, ended } = filled ?? { differing: 0, ended: 0 }
  const done = await compareAndKill({ db, stripe, environment, killAfter: Math.floor(many * KILLED_AFTER) })
  const { rows } = await db.execute<{ active: number; canceled: number }>(sql`
    select count(*) filter (where status = 'active')::int as active,
      count(*) filter (where status = 'canceled')::int as canceled from subscriptions`)
  const dead = await countDeadJobs(db)
  const sum = (of: (cost: (typeof done.costs)[number]) => number) => done.costs.reduce((all, cost) => all + of(cost), 0)
  const extraMb = Math.max(...done.costs.map(({ memoryBefore, memoryPeak }) => memoryPeak - memoryBefore))
  const pages = Math.ceil((many - ended) / 100)
  console.table({
    subscribers: many,
    'compared when the worker was killed': done.atKill.compared,
    'pages read by then': done.atKill.pages,
    'pages read in all': done.pages,
    'calls to Stripe in all': done.calls,
    'calls per 1,000 subscribers': short.format((done.calls / many) * 1_000),
    'seconds in all': short.format(sum(({ tookMs }) => tookMs) / 1_000),
    'ms per subscriber': short.format(sum(({ tookMs }) => tookMs) / many),
    'of them worked by the worker': short.format(sum(({ workedMs }) => workedMs) / many),
    'MB more than before, at most': short.format(extraMb),
    'subscriptions that differed': differing,
    'running afterwards': rows[0]?.active,
    'ended afterwards': rows[0]?.canceled,
    'dead jobs': dead,
  })
  // The page at which the worker died may be read twice.
  if (done.pages > pages + 2) missed.push(`${done.pages} pages were read, of ${pages}`)
  if (done.compared !== many - ended) missed.push(`${done.compared} of ${many - ended} were compared`)
  if (rows[0]?.canceled !== ended || rows[0].active !== many - ended) missed.push('a difference is left')
  if (dead > 0) missed.push(`${dead} jobs failed for good`)
  if (extraMb > MOST_MB) missed.push(`the worker needed ${short.format(extraMb)} MB more, at most ${MOST_MB}`)
}

try {
  const began = performance.now()
  const [none, all] = [await openStore(0), await openStore(many)]
  console.log(`${many} subscribers took ${Math.round((performance.now() - began) / 1_000)} s to write`)
  await judgeAuthCheck([none, all])
  await judgeComparison(all)
  for (const sentence of missed) console.log(`missed: ${sentence}`)
  if (missed.length > 0) process.exitCode = 1
} finally {
  for (const work of undone.reverse()) await work()
}
