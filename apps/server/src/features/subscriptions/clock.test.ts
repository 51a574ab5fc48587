import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { readRows } from '@slipstream/db/client'
import { alterStripe } from '#testing/altered-stripe.ts'
import { type Buyer, openEmptiedStore } from '#testing/buying-store.ts'
import { type OpenServer, openServer } from '#testing/open-server.ts'
import { withToken } from '#testing/people.ts'
import { newSubscriber } from '#testing/subscribers.ts'

const store = await openEmptiedStore()
const TIMEOUT_MS = 120_000

/**
 * Each zone's UTC offset in January, and instants at which date arithmetic could go wrong. In Auckland, summer ends in
 * April.
 */
const ZONES = {
  'America/Los_Angeles': {
    offset: 480,
    'the month ends': '2027-02-01T08:00:00Z',
    'an hour is left out': '2027-03-14T10:00:00Z',
    'an hour comes twice': '2027-11-07T09:00:00Z',
    'the year ends': '2028-01-01T08:00:00Z',
    'the leap day ends': '2028-03-01T08:00:00Z',
  },
  'Europe/Berlin': {
    offset: -60,
    'the month ends': '2027-01-31T23:00:00Z',
    'an hour is left out': '2027-03-28T01:00:00Z',
    'an hour comes twice': '2027-10-31T01:00:00Z',
    'the year ends': '2027-12-31T23:00:00Z',
    'the leap day ends': '2028-02-29T23:00:00Z',
  },
  'Pacific/Auckland': {
    offset: -780,
    'the month ends': '2027-01-31T11:00:00Z',
    'an hour comes twice': '2027-04-03T14:00:00Z',
    'an hour is left out': '2027-09-25T14:00:00Z',
    'the year ends': '2027-12-31T11:00:00Z',
    'the leap day ends': '2028-02-29T11:00:00Z',
  },
} as const

interface Billed {
  current_period_end?: number
  period?: { end: number }
}
interface Kept {
  subscriptions: Record<string, { cancel_at: number | null; items: { data: Billed[] } }>
  invoices: Record<string, { lines: { data: Billed[] } }>
}

/** Makes the paid period and the canceled subscription, the only one at Stripe, end at this time. */
const endAtStripe = (end: Date) =>
  alterStripe(store, (kept) => {
    const seconds = end.getTime() / 1_000
    const { subscriptions, invoices } = kept as unknown as Kept
    for (const subscription of Object.values(subscriptions)) {
      subscription.cancel_at = seconds
      for (const item of subscription.items.data) item.current_period_end = seconds
    }
    for (const { lines } of Object.values(invoices))
      for (const { period } of lines.data) Object.assign(period ?? {}, { end: seconds })
  })

/** The Premium state that the page gets when the server's clock shows this time. */
const premiumAt = async (server: Pick<OpenServer, 'app'>, { token }: Pick<Buyer, 'token'>, now: Date) => {
  // In two years the session would have expired.
  await store.db.execute(sql`update sessions set expires_at = '2100-01-01', bearer_expires_at = '2100-01-01'`)
  vi.useFakeTimers({ toFake: ['Date'], now })
  try {
    const answer = await withToken(server.app, token)('GET', '/api/auth/user')
    const { isPremium, premiumExpiresAt } = answer.json<{ isPremium: boolean; premiumExpiresAt: string }>()
    return [isPremium, premiumExpiresAt]
  } finally {
    vi.useRealTimers()
  }
}

/** Sets the time zone of this process and of new database connections. */
const setZone = async (zone: string) => {
  vi.stubEnv('TZ', zone)
  const name = new URL(store.config.databaseUrl).pathname.slice(1)
  await store.db.execute(sql.raw(`alter database "${name}" set timezone = '${zone}'`))
}

describe('[AUTH-09] T-CLOCK: Premium ends at the exact second', () => {
  const opened: OpenServer[] = []
  afterEach(() => {
    vi.unstubAllEnvs()
  })
  afterAll(() => Promise.all(opened.map((server) => server.close())))

  test.each(Object.entries(ZONES))(
    'Premium ends at the exact second for a server and a database in %s',
    { timeout: TIMEOUT_MS },
    async (zone, { offset, ...ends }) => {
      await setZone(zone)
      // A pooler would hand out older connections, which still have the previous time zone.
      const server = await openServer({ ...store.config, pooledDatabaseUrl: null })
      opened.push(server)
      const [session] = await readRows<{ TimeZone: string }>(server.services.database.db, sql`show timezone`)
      expect([session?.TimeZone, new Date('2027-01-15').getTimezoneOffset()]).toEqual([zone, offset])
      const { buyer, row } = await newSubscriber({ ...store, app: server.app })
      for (const [when, end] of Object.entries(ends)) {
        await endAtStripe(new Date(end))
        const answer = await buyer.call('POST', '/api/subscription/complete', { transactionId: row.stripeSessionId })
        expect(answer.statusCode, answer.body).toBe(200)
        const shown = new Date(end).toISOString()
        const before = await premiumAt(server, buyer, new Date(Date.parse(end) - 1_000))
        const at = await premiumAt(server, buyer, new Date(end))
        expect([when, before, at]).toEqual([when, [true, shown], [false, shown]])
      }
    },
  )

  test('Premium ends at the exact second on the real clock', { timeout: TIMEOUT_MS }, async () => {
    const { buyer, row } = await newSubscriber(store)
    const askAround = async (end: Date) => {
      await endAtStripe(end)
      await buyer.call('POST', '/api/subscription/complete', { transactionId: row.stripeSessionId })
      const answers = { before: new Set<boolean>(), after: new Set<boolean>() }
      while (answers.after.size === 0) {
        const from = new Date()
        const isPremium = (await buyer.call('GET', '/api/auth/user')).json<{ isPremium: boolean }>().isPremium
        if (new Date() < end) answers.before.add(isPremium)
        if (from >= end) answers.after.add(isPremium)
      }
      return answers
    }
    const inSeconds = (seconds: number) => new Date(Math.ceil(Date.now() / 1_000 + seconds) * 1_000)
    let seconds = 1
    let answers = await askAround(inSeconds(seconds))
    // On a busy machine Premium may have ended before the first poll.
    while (answers.before.size === 0) answers = await askAround(inSeconds((seconds *= 2)))
    expect(answers).toEqual({ before: new Set([true]), after: new Set([false]) })
  })
})
