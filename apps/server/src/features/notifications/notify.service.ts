import { sql } from 'drizzle-orm'
import type { NotificationArea, OwnNotification, StaffNotification } from '@slipstream/contract/notification-kinds'
import type { Tx } from '@slipstream/db/client'
import { notifications } from '@slipstream/db/tables/notifications'
import { users } from '@slipstream/db/tables/users'
import { announceHint } from '#lib/live/live-topic.ts'

interface Notice<Kind> {
  kind: Kind
  /** Identifies the event: a second notice with this key is dropped. */
  key: string
  title: string
  text: string
  link: string | null
}

const MOST_HINTS = 10

/** Tells people something inside the store. Deleted accounts are left out. */
export const notify = async (tx: Tx, userIds: readonly number[], notice: Notice<OwnNotification>) => {
  await insert(tx, 'own', sql`u.id = any (${sql.param([...userIds])}::int[])`, notice)
  // Hints to thousands of owners would delay every commit. Their pages fetch the news on the next visit.
  if (userIds.length > MOST_HINTS) return
  for (const id of userIds) await announceHint(tx, 'me', id)
}

/** Tells every administrator. The text must not name a customer, because it outlives their account. */
export const notifyAdmins = async (tx: Tx, notice: Notice<StaffNotification>) => {
  await insert(tx, 'staff', sql`u.is_admin`, notice)
  await announceHint(tx, 'staff')
}

const insert = async (
  tx: Tx,
  area: NotificationArea,
  whom: ReturnType<typeof sql>,
  { kind, key, title, text, link }: Notice<string>,
) => {
  await tx.execute(sql`
    insert into ${notifications} (user_id, area, kind, key, title, text, link)
    select u.id, ${area}, ${kind}, ${key}, ${title}, ${text}, ${link}::text
    from ${users} u where ${whom} and u.erased_at is null
    on conflict (user_id, key) do nothing`)
}
