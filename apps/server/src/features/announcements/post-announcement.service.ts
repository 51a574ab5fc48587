import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { announcements } from '@slipstream/db/tables/announcements'
import type { Encryption } from '#features/auth/encryption.ts'
import type { DiscordWebhooks, PostOutcome } from '#gateways/discord-webhooks.ts'
import { readClock } from '#lib/database-clock.ts'
import { readChannelRow, webhookOf } from './channel-row.service.ts'
import { flagForReview } from './find-news.service.ts'
import { queueCorrection, queuePost } from './queue-post.service.ts'
import { type NewsParts, readMessage } from './read-news.service.ts'

export interface PostParts extends NewsParts {
  db: Db
  discordWebhooks: DiscordWebhooks
  encryption: Encryption
}

/**
 * Posts a waiting announcement. The claim is committed first. If the worker dies, the announcement stays claimed and an
 * administrator decides, because Discord may or may not have posted it.
 */
export const postAnnouncement = async (parts: PostParts, id: number) => {
  const claimed = await inTransaction(parts.db, (tx) => claim(tx, parts, id))
  if (!claimed) return
  const { webhook, message } = claimed
  const outcome = await parts.discordWebhooks.post(webhook, message)
  await inTransaction(parts.db, (tx) => settle(tx, { ...claimed, id, outcome }))
  if (outcome.state === 'unreachable') throw new Error('Discord cannot be reached')
}

const claim = async (tx: Tx, parts: PostParts, id: number) => {
  const [row] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update')
  if (row?.state !== 'waiting') return null
  const webhook = webhookOf(await readChannelRow(tx), parts.encryption)
  const message = await readMessage(tx, parts, id, row.kind)
  if (!webhook || !message) {
    const note = webhook ? 'The mod was deleted' : 'The webhook was deleted'
    await tx.update(announcements).set({ state: 'dismissed', note }).where(eq(announcements.id, id))
    return null
  }
  const token = randomUUID()
  await tx
    .update(announcements)
    .set({ state: 'sending', claim: token, claimedAt: sql`now()`, checkedAt: sql`now()` })
    .where(eq(announcements.id, id))
  return { webhook, message, token }
}

interface Settled {
  id: number
  token: string
  message: object
  outcome: PostOutcome
}

/** Also settles an announcement that was marked unknown in the meantime, because its outcome is known now. */
const settle = async (tx: Tx, { id, token, message, outcome }: Settled) => {
  const settled = await tx
    .update(announcements)
    .set(changeFor(outcome, message))
    .where(
      and(
        eq(announcements.id, id),
        eq(announcements.claim, token),
        inArray(announcements.state, ['sending', 'unknown']),
      ),
    )
    .returning({ id: announcements.id })
  if (settled.length === 0) return
  if (outcome.state === 'busy') await queuePost(tx, id, outcome.retryAt)
  if (outcome.state === 'refused' || outcome.state === 'unknown') await flagForReview(tx, id)
}

const changeFor = (outcome: PostOutcome, message: object) => {
  if (outcome.state === 'done') {
    const { messageId } = outcome
    return { state: 'posted' as const, messageId, posted: message, postedAt: sql`now()`, note: null }
  }
  if (outcome.state === 'refused' || outcome.state === 'unknown') return { state: outcome.state, note: outcome.note }
  return { state: 'waiting' as const, note: 'Discord is busy or cannot be reached. The store will try again.' }
}

/** Edits a message that is no longer correct. Idempotent. */
export const correctAnnouncement = async (parts: PostParts, id: number) => {
  const { db, discordWebhooks } = parts
  const [row] = await db.select().from(announcements).where(eq(announcements.id, id))
  const webhook = webhookOf(await readChannelRow(db), parts.encryption)
  if (!row?.messageId || !webhook) return
  const checkedAt = await readClock(db)
  const message = await readMessage(db, parts, id, row.kind)
  if (!message) return
  if (isDeepStrictEqual(message, row.posted)) return note(parts, id, { checkedAt })
  const outcome = await discordWebhooks.edit(webhook, row.messageId, message)
  if (outcome.state === 'done') {
    return note(parts, id, { checkedAt, posted: message, editedAt: new Date(), note: null })
  }
  // For example because the message was deleted.
  if (outcome.state === 'refused') return note(parts, id, { messageId: null, note: outcome.note })
  if (outcome.state !== 'busy') throw new Error('Discord did not confirm the correction')
  await inTransaction(db, (tx) => queueCorrection(tx, id, outcome.retryAt))
}

const note = (parts: PostParts, id: number, change: Partial<typeof announcements.$inferInsert>) =>
  inTransaction(parts.db, async (tx) => {
    await tx.update(announcements).set(change).where(eq(announcements.id, id))
  })
