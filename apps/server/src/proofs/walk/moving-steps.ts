import { sql } from 'drizzle-orm'
import { readRows } from '@slipstream/db/client'
import type { Walker } from './walker.ts'

/** What an account has paid for: numbers of orders, references of subscriptions. */
const paidBy = ({ store }: Walker, userId: number) =>
  readRows<{ what: string }>(
    store.db,
    sql`
    select number as what from orders where user_id = ${userId} and paid_at is not null
    union all select reference::text from subscriptions where user_id = ${userId} and started_at is not null`,
  )

/** An administrator moves everything to the customer's other account. Some go on there, some buy in the empty one. */
const move = async (walker: Walker) => {
  const { asAdmin, userId, otherName, luck, changeAccounts } = walker
  const from = userId()
  const before = await paidBy(walker, from)
  const body = { username: otherName(), reason: 'Both accounts are theirs' }
  const { statusCode } = await asAdmin('POST', `/api/admin/users/${from}/move-purchases`, body)
  if (statusCode === 200) {
    const left = new Set((await paidBy(walker, from)).map(({ what }) => what))
    const forgotten = before.filter(({ what }) => left.has(what))
    if (forgotten.length > 0) throw new Error(`moving left ${forgotten.map(({ what }) => what).join(', ')} behind`)
  }
  if (luck() < 0.6) changeAccounts()
}

export const MOVING_STEPS: Record<string, (walker: Walker) => Promise<unknown>> = {
  'move the purchases': move,
  'use the other account': async ({ changeAccounts }) => changeAccounts(),
}
