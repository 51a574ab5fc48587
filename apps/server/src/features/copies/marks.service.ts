import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { copyMarks } from '@slipstream/db/tables/copies'

const PAGE = 1_000

/** The codes of all purchases of a mod, for a trace. Reads a page at a time, so memory does not grow with the sales. */
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
