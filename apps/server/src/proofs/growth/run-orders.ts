/** npm run growth:orders: what lockers, lists, searches and the money check cost with many more orders. */
import { inTransaction } from '@slipstream/db/client'
import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { createUser } from '@slipstream/db/testing/factories'
import { installQueue } from '#lib/jobs/jobs.ts'
import { readConfig } from '#config.ts'
import { issueBearer, startSession } from '#features/auth/sessions.service.ts'
import { openServer } from '#testing/open-server.ts'
import { freePort } from '#testing/free-port.ts'
import { median } from '#testing/median.ts'
import { judgePages } from './compare-pages.ts'
import { measureBooks } from './measure-books.ts'
import { openOrders, type ManyOrders } from './measure-orders.ts'

const [SMALL, MIDDLE, LARGE] = [10_000, 100_000, 1_000_000]
const CALLS = 200
const MOST_TIME = 2
const MOST_MS_PER_STATEMENT = 3_000

const say = (line: string) => console.log(line)
const short = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const row = (name: string, before: string, after: string, ratio: number) =>
  say(`${name.padEnd(44)}${before.padStart(10)}${after.padStart(10)}${short.format(ratio).padStart(8)}`)

type Undo = (work: () => Promise<unknown>) => void

/** A store on a database with this many orders, and its client. */
const openStore = async (many: number, undo: Undo) => {
  const name = `growth_${many}_${process.pid}`
  undo(() => dropDatabase(process.env.DATABASE_URL ?? '', name))
  const environment = { ...process.env, REQUESTS_PER_MINUTE: '1000000', ADMIN_SECOND_FACTOR: 'optional' }
  const url = await recreateDatabase(process.env.DATABASE_URL ?? '', name)
  await migrate(url)
  await installQueue(url)
  const began = performance.now()
  const orders = await openOrders(url, many)
  undo(orders.close)
  say(`${many} orders took ${Math.round((performance.now() - began) / 1_000)} s to write`)
  const secondServer = await openServer(readConfig({ ...environment, DATABASE_URL: url }))
  undo(secondServer.close)
  const port = await freePort()
  await secondServer.app.listen({ host: '127.0.0.1', port })
  const routes = await routesOf(orders)
  return {
    many,
    orders,
    routes: routes.map(({ path, token, ...rest }) => ({
      ...rest,
      time: async () => {
        const start = performance.now()
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
        return performance.now() - start
      },
    })),
  }
}

const routesOf = async ({ db, buyers, deep }: ManyOrders) => {
  const signIn = (userId: number, isAdmin: boolean) =>
    inTransaction(db, async (tx) => {
      const device = { ip: '127.0.0.1', userAgent: 'growth' }
      const { session } = await startSession(tx, { userId, method: 'password', ...device })
      return issueBearer(tx, session, { isAdmin })
    })
  const buyer = await signIn(buyers[2] ?? 1, false)
  const admin = await signIn((await createUser(db, { username: 'growth_admin', isAdmin: true })).id, true)
  return [
    { name: 'GET /api/locker', path: '/api/locker', token: buyer },
    { name: 'GET /api/orders', path: '/api/orders', token: buyer },
    { name: 'GET /api/admin/orders', path: '/api/admin/orders', token: admin },
    { name: 'GET /api/admin/orders, deep page', path: `/api/admin/orders?after=${deep}`, token: admin },
    { name: 'GET /api/admin/orders, search', path: '/api/admin/orders?q=driver_321%40customer.example', token: admin },
  ]
}
type Store = Awaited<ReturnType<typeof openStore>>

/** Alternating, so that other load on the machine affects both. */
const judgeTimes = async (small: Store, large: Store) => {
  say(`\n${`ms by HTTP, p50 of ${CALLS}`.padEnd(44)}${String(SMALL).padStart(10)}${String(LARGE).padStart(10)}   ratio`)
  const missed: string[] = []
  for (const [place, route] of small.routes.entries()) {
    const [few, many]: [number[], number[]] = [[], []]
    for (let call = 0; call < CALLS; call++) {
      few.push(await route.time())
      many.push((await large.routes[place]?.time()) ?? Number.NaN)
    }
    const ratio = median(many) / median(few)
    row(route.name, short.format(median(few)), short.format(median(many)), ratio)
    if (!(ratio <= MOST_TIME)) missed.push(`${route.name}: ${short.format(ratio)} times as long, at most ${MOST_TIME}`)
  }
  return missed
}

/** The money check on our own books: no statement may take long, however many orders there are. */
const judgeBooks = async (stores: readonly Store[]) => {
  const missed: string[] = []
  for (const { orders, many } of stores) {
    const { measured, differences } = await measureBooks(orders)
    const all = [...measured.values()].reduce((sum, each) => sum + each.all, 0)
    say(`\nmoney check of ${many} orders: ${short.format(all / 1_000)} s, ${differences} differences`)
    for (const [name, { slowest, all: together }] of measured) {
      say(
        `${name.padEnd(44)}${short.format(slowest).padStart(10)} ms at most${short.format(together).padStart(12)} ms in all`,
      )
      if (slowest > MOST_MS_PER_STATEMENT) missed.push(`${name} took ${short.format(slowest)} ms with ${many} orders`)
    }
    if (differences > 0) missed.push(`the money check found ${differences} differences`)
  }
  return missed
}

const undone: (() => Promise<unknown>)[] = []
const undo: Undo = (work) => undone.push(work)
try {
  const [small, large] = [await openStore(SMALL, undo), await openStore(LARGE, undo)]
  const middle = await openStore(MIDDLE, undo)
  const missed = [
    ...(await judgeBooks([small, middle, large])),
    ...judgePages([SMALL, LARGE], await small.orders.measure(), await large.orders.measure()),
    ...(await judgeTimes(small, large)),
  ]
  for (const sentence of missed) say(`missed: ${sentence}`)
  if (missed.length > 0) process.exitCode = 1
} finally {
  for (const work of undone.reverse()) await work()
}
