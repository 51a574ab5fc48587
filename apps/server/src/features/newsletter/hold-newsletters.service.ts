import { eq, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { newsletters } from '@slipstream/db/tables/newsletter'

/** Pauses what was being sent when the database was copied. */
export const holdNewsletters = (tx: Tx) =>
  tx
    .update(newsletters)
    .set({ state: 'paused', isHeld: true, problem: 'Held since this store was restored.' })
    .where(eq(newsletters.state, 'sending'))

/** The schedule goes on with those that were held, one after the other. */
export const releaseNewsletters = (tx: Tx) =>
  tx
    .update(newsletters)
    .set({ isHeld: false, problem: null, scheduledAt: sql`now()` })
    .where(eq(newsletters.isHeld, true))
