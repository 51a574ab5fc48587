/**
 * The part of `npm run drill:failover` that runs against the store's services: the leader of two PostgreSQLs is killed while
 * the store takes orders. See docs/runbooks/failover.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { migrate } from '@slipstream/db/migrate'
import { checkMoney } from '#features/reconciliation/money-check.service.ts'
import { installQueue } from '#lib/jobs/jobs.ts'
import { runDrill, type Undo } from '../run-drill.ts'
import { openProcesses, type StoreOfProcesses } from '../storm/open-processes.ts'
import { startOwnCluster } from './own-cluster.ts'
import { type Acknowledged, longestGap, takeOrders } from './take-orders.ts'

const REDIS_DATABASE = 12
const DAY_MS = 86_400_000
const SETTLE_MS = 180_000
const SERVERS = 2
/** The queue's schedule ticks at the full minute, and the outage must include one. */
const KILL_AT_SECOND = 50

const { values } = parseArgs({
  options: {
    'per-second': { type: 'string', default: '20' },
    seconds: { type: 'string', default: '30' },
  },
})
const perSecond = Number(values['per-second'])
const around = Number(values.seconds) * 1_000
const say = (line: string) => console.log(line)
const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`

const untilPasses = async (what: string, judge: () => Promise<string | null>) => {
  for (const giveUpAt = Date.now() + SETTLE_MS; ; await sleep(500)) {
    const problem = await judge().catch((error: unknown) => String(error))
    if (problem === null) return
    if (Date.now() > giveUpAt) throw new Error(`${what}: ${problem}`)
  }
}

/** Every acknowledged order exists, those acknowledged as paid are paid, and none exists twice. */
const judgeOrders = async ({ db }: StoreOfProcesses, acknowledged: readonly Acknowledged[]) => {
  const { rows } = await db.execute<{ number: string; status: string }>(sql`select number, status from orders`)
  const kept = new Map(rows.map(({ number, status }) => [number, status]))
  const lost = acknowledged.filter(({ number, isPaid }) => !kept.has(number) || (isPaid && kept.get(number) !== 'paid'))
  const doubled = acknowledged.length - new Set(acknowledged.map(({ number }) => number)).size
  say(
    `${acknowledged.length} orders acknowledged, ${acknowledged.filter(({ isPaid }) => isPaid).length} of them as paid; ${lost.length} lost, ${doubled} doubled`,
  )
  if (lost.length + doubled > 0) throw new Error(`lost: ${lost.map(({ number }) => number).join(', ')}`)
}

/** Servers and workers have reconnected to the new leader by themselves: announcements, queue and money work. */
const judgeProcesses = async (store: StoreOfProcesses) => {
  const ended = store.processes.filter((each) => each.deaths() > 0)
  for (const { kind, deaths, lastWords } of ended) say(`a ${kind} ended ${deaths()} times: ${lastWords()}`)
  if (ended.length > 0) throw new Error(`${ended.length} processes of the store ended`)
  await untilPasses('change announcements', async () => {
    const { rows } = await store.db.execute<{ count: number }>(
      sql`select count(*)::int from pg_stat_activity where application_name = 'slipstream-changes'`,
    )
    return rows[0]?.count === SERVERS ? null : `${rows[0]?.count} of ${SERVERS} servers listen`
  })
  await untilPasses('the queue', async () => {
    const { rows } = await store.db.execute<{ count: number }>(
      sql`select count(*)::int from graphile_worker.jobs where task_identifier ~ 'mail|^outbox' and run_at < now()`,
    )
    return rows[0]?.count === 0 ? null : `${rows[0]?.count} mails wait`
  })
  const period = { since: new Date(Date.now() - DAY_MS), until: new Date(Date.now() + DAY_MS) }
  await untilPasses('the money', async () => {
    const { isRight, differences } = await checkMoney(store.payments, period)
    return isRight ? null : JSON.stringify(differences.slice(0, 3))
  })
  say('no process of the store was restarted; announcements, queue and money are right')
}

const drill = async (undone: Undo) => {
  const cluster = await startOwnCluster(undone)
  await migrate(cluster.url)
  await installQueue(cluster.url)
  const options = { databaseUrl: cluster.url, redisDatabase: REDIS_DATABASE, servers: SERVERS, workers: 1 }
  const store = await openProcesses(process.env, options)
  undone.push(store.close)
  await store.ready()
  say('two servers and a worker run on a leader with a synchronous standby')

  const most = Math.ceil((perSecond * (2 * around + SETTLE_MS)) / 1_000)
  const orders = await takeOrders(store, perSecond, most)
  undone.push(orders.stop)
  await sleep(around)
  const before = orders.acknowledged.length
  say(
    `${before} orders in ${seconds(around)} before, ${Math.round((before * 10_000) / around) / 10} a second (${perSecond} asked for)`,
  )

  const old = await cluster.leader()
  while (new Date().getSeconds() !== KILL_AT_SECOND) await sleep(200)
  const killed = performance.now()
  await cluster.killNode(old)
  await cluster.untilLeaderIsNot(old)
  say(`the leader "${old}" was killed with SIGKILL; the standby leads after ${seconds(performance.now() - killed)}`)
  await sleep(around)
  await cluster.startNode(old)
  await cluster.untilWhole()
  say(`"${old}" is back as the synchronous standby`)
  await orders.stop()
  // Not acknowledged: these buyers know that they have to order again.
  if (orders.failures.length > 0) say(`${orders.failures.length} buyers gave up: ${orders.failures[0]}`)
  say(`gap: ${seconds(longestGap(orders.acknowledged))} without an acknowledged order`)
  await judgeOrders(store, orders.acknowledged)
  await judgeProcesses(store)
}

await runDrill(drill)
