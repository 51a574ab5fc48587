import { sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { DomainError } from '#lib/domain-error.ts'
import type { Terms } from './download-window.ts'
import { isOwnedBy } from './owned-by.ts'

/** The end of a window that opens now, unless the current one lasts longer. */
export const windowFromNow = (days: number) =>
  days === 0
    ? sql`null`
    : sql`case when window_ends_at is not null
        then greatest(window_ends_at, now() + make_interval(days => ${days}::integer)) end`

/** Opens a new download window for an owner. */
export const renewDownloads = async (
  tx: Tx,
  { downloadWindowDays, renewals }: Terms,
  { userId, modId }: { userId: number; modId: number },
) => {
  const isOwn = isOwnedBy({ userId, modId })
  const [owned] = await tx.select({ id: entitlements.id }).from(entitlements).where(isOwn).limit(1)
  if (!owned) throw new DomainError('locker.not_owned')
  if (renewals === 'ask-support') throw new DomainError('locker.ask_support')
  await tx
    .update(entitlements)
    .set({ windowEndsAt: windowFromNow(downloadWindowDays) })
    .where(isOwn)
}
