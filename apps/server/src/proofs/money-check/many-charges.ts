import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import type { WritableDb } from '@slipstream/db/client'
import { compareWithStripe } from '#features/reconciliation/compare-with-stripe.service.ts'
import { openStripe } from '#gateways/stripe.ts'

const PAGE = 100
const SECONDS_APART = 10
const CENTS = 1_250
/** Collecting garbage at every page would take longer than the check. */
const PAGES_PER_SAMPLE = 20

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What one charge weighs at Stripe: about 3 kB, most of it about the card. */
const WEIGHT = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`detail_${n}`, 'x'.repeat(30)]))

/**
 * Compares a ledger of this many payments with a Stripe that lists as many charges, and measures by how much the heap
 * grows meanwhile. The emulator keeps all objects in memory, so this Stripe makes each page when it is requested.
 */
export const compareMany = async (db: WritableDb, charges: number) => {
  const now = Math.floor(Date.now() / 1_000)
  await fillLedger(db, charges, now)
  const heap: number[] = []
  let pages = 0
  const server = createServer((request, response) => {
    if (pages++ % PAGES_PER_SAMPLE === 0) {
      collectGarbage()
      heap.push(process.memoryUsage().heapUsed)
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stripe')
    const first = Number(searchParams.get('starting_after')?.slice('ch_'.length) ?? 0) + 1
    const count = pathname === '/v1/charges' ? Math.min(PAGE, charges + 1 - first) : 0
    const data = Array.from({ length: count }, (_, place) => chargeOf(first + place, now))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data, has_more: first + count <= charges && count > 0 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const stripe = openStripe({
      stripe: { secretKey: 'sk_test_many', webhookSecret: '' },
      providers: { stripe: address },
    } as Parameters<typeof openStripe>[0])
    const began = performance.now()
    const { differences, stripeCents, ledgerCents } = await compareWithStripe(db, stripe, {
      since: new Date((now - (charges + 1) * SECONDS_APART) * 1_000),
      until: new Date((now + 1) * 1_000),
    })
    const [first = 0] = heap
    return {
      seconds: (performance.now() - began) / 1_000,
      grownMb: Math.round((Math.max(...heap) - first) / 1e6),
      differences: differences.length,
      isSame: stripeCents === ledgerCents && stripeCents === charges * CENTS,
    }
  } finally {
    server.close()
  }
}

const chargeOf = (n: number, now: number) => ({
  id: `ch_${n}`,
  object: 'charge',
  created: now - n * SECONDS_APART,
  paid: true,
  amount_captured: CENTS,
  payment_intent: `pi_${n}`,
  customer: null,
  metadata: { order: String(n) },
  payment_method_details: WEIGHT,
})

/** One order for all: the comparison with Stripe does not look at orders. */
const fillLedger = async (db: WritableDb, count: number, now: number) => {
  await db.execute(sql`
    with buyer as (insert into users (username) values ('many_payments') returning id),
    sold as (
      insert into orders (user_id, client_key, quote, subtotal_cents, total_cents, consent_version, consented_at)
      select id, 'many', '', 0, 0, '', now() from buyer returning id)
    insert into ledger_entries (order_id, kind, amount_cents, stripe_id, at)
    select sold.id, 'payment', ${CENTS}::int, 'pi_' || n, to_timestamp(${now}::float8 - n * ${SECONDS_APART}::int)
    from sold, generate_series(1, ${count}::int) n`)
}
