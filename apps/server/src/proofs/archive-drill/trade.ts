import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#config.ts'
import { checkMoney } from '#features/reconciliation/money-check.service.ts'
import { buy, newBuyers, newMods } from '#testing/buying-store.ts'
import { openProcesses } from '../storm/open-processes.ts'

const REDIS_DATABASE = 13
const SETTLE_MS = 120_000
const DAY_MS = 86_400_000

/** A server and a worker take paid orders, until Stripe and the ledger agree. Returns Stripe, which outlives them. */
export const tradeForAWhile = async (environment: NodeJS.ProcessEnv, buyers: number, say: (line: string) => void) => {
  const { databaseUrl } = readConfig(environment)
  const options = { databaseUrl, redisDatabase: REDIS_DATABASE, servers: 1, workers: 1 }
  const store = await openProcesses(environment, options)
  try {
    await store.ready()
    const mods = await newMods(store, [499, 1_299, 2_450])
    for (const [place, buyer] of (await newBuyers(store, buyers, mods)).entries()) {
      await buy(store, buyer)
      // Some buyers return and get a refund.
      if (place % 10 === 3) await store.stripe.refund((await lastSession(store.db)) ?? '')
    }
    const period = { since: new Date(Date.now() - DAY_MS), until: new Date(Date.now() + DAY_MS) }
    for (const giveUpAt = Date.now() + SETTLE_MS; ; await sleep(500)) {
      const { isRight, orders, differences } = await checkMoney(store.payments, period)
      if (isRight) {
        say(`${orders} orders were paid through the store, and some of them refunded`)
        break
      }
      if (Date.now() > giveUpAt)
        throw new Error(`the money was not right before the drill: ${JSON.stringify(differences.slice(0, 5))}`)
    }
  } catch (error) {
    await store.close()
    throw error
  }
  // Nothing may write while the rows of a moment are compared.
  await Promise.all(store.processes.map((each) => each.stop()))
  return { address: store.stripe.address, close: store.close }
}

const lastSession = async (db: Awaited<ReturnType<typeof openProcesses>>['db']) => {
  const { rows } = await db.execute<{ session: string }>(
    'select stripe_session_id as session from orders order by id desc limit 1',
  )
  return rows[0]?.session
}
