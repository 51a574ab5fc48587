import { eq } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { announcementChannel } from '@slipstream/db/tables/announcements'
import type { Encryption } from '#features/auth/encryption.ts'
import type { Webhook } from '#gateways/discord-webhooks.ts'

/** The id of the only row. */
export const THE_ONE = 1

export type ChannelRow = typeof announcementChannel.$inferSelect

export const readChannelRow = async (db: Db) => {
  const [row] = await db.select().from(announcementChannel).where(eq(announcementChannel.id, THE_ONE))
  return row
}
/** Null if no webhook is saved. */
export const webhookOf = (row: ChannelRow | undefined, encryption: Encryption): Webhook | null => {
  if (!row?.webhook) return null
  const [id = '', token = ''] = encryption.decrypt(row.webhook).split('/')
  return { id, token }
}
