import { and, inArray, isNull, sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'

interface Numbered extends Record<string, unknown> {
  number: string
  /** An order's reference, or the payment or refund at Stripe that a document is about. */
  owner: string
}

/** Every number that orders, invoices and credit notes have. */
export const readNumbers = (db: Db) =>
  readRows<Numbered>(
    db,
    sql`
    select number, reference::text as owner from orders
    union all select number, stripe_id from invoices`,
  )

interface Lost {
  numbers: readonly Numbered[]
  /** Accounts that were erased before the restore. */
  erased: readonly number[]
}

/** No number that a restore has lost is given to something else, and nobody who was erased is back. */
export const judgeLost = async (db: Db, { numbers, erased }: Lost) => {
  const ownerOf = new Map(numbers.map(({ number, owner }) => [number, owner]))
  const twice = (await readNumbers(db))
    .filter(({ number, owner }) => ownerOf.has(number) && ownerOf.get(number) !== owner)
    .map(({ number }) => ({ userId: null, what: `${number} was given twice` }))
  const back = await db
    .select({ userId: users.id })
    .from(users)
    .where(and(inArray(users.id, [...erased]), isNull(users.erasedAt)))
  return [...twice, ...back.map(({ userId }) => ({ userId, what: 'was erased and is back' }))]
}
