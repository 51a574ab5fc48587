import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db, Tx } from '@slipstream/db/client'
import { copyMarks } from '@slipstream/db/tables/copies'

const PAGE = 1_000

/** The mark codes of a mod, for a trace. Reads a page at a time, so memory does not grow with the number of sales. */
export async function* markCodesOf(db: Db, modId: number): AsyncGenerator<string> {
  let after = 0
  for (;;) {
    const page = await db
      .select({ id: copyMarks.id, code: copyMarks.code })
      .from(copyMarks)
      .where(and(eq(copyMarks.modId, modId), gt(copyMarks.id, after)))
      .orderBy(asc(copyMarks.id))
      .limit(PAGE)
    for (const { code } of page) yield code
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.id
  }
}

interface Holder {
  userId: number
  modId: number
  /** Null if the person has the mod through Premium only. */
  entitlementId: number | null
}

/** The mark of a person's copies of a mod. It is created once and never changes, even if the entitlement does. */
export const obtainMark = async (tx: Tx, { userId, modId, entitlementId }: Holder) => {
  await tx.insert(copyMarks).values({ userId, modId, entitlementId }).onConflictDoNothing()
  const [mark] = await tx
    .select({ id: copyMarks.id })
    .from(copyMarks)
    .where(and(eq(copyMarks.userId, userId), eq(copyMarks.modId, modId)))
  if (!mark) throw new Error(`user ${userId} has no mark for mod ${modId}`)
  return mark.id
}
