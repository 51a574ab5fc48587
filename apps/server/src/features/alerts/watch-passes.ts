import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Db, inTransaction } from '@slipstream/db/client'
import { incidents } from '@slipstream/db/tables/alerts'
import { isSilentCopy } from '#features/backups/restored-copy.service.ts'
import { staffAddress } from '#features/notifications/staff-address.ts'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { AlertChannels } from '#gateways/alert-channels.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'
import { alertMail, alertMessage } from './alert-mails.ts'
import { isPassLate, NO_PASSES } from './run-checks.service.ts'

interface WatchParts {
  db: Db
  mailer: Mailer
  storage: Storage
  channels: AlertChannels
  publicUrl: string
  log: Pick<Logger, 'warn'>
}

const EVERY_MS = 30_000
const PROBLEM =
  'No worker has completed its checks in the last 3 minutes. E-mails, receipts, backups and all other jobs are ' +
  'on hold, but nothing is lost. Restart the worker.'

/**
 * Runs in every server. The workers run the checks and send the mails, so only a server can tell that no worker is
 * left, and it sends this one alert itself.
 */
export const watchPasses = (parts: WatchParts) => {
  const startedAt = Date.now()
  const watch = () =>
    tellIfPassesStopped(parts, Date.now() - startedAt).catch((error: unknown) =>
      parts.log.warn({ err: error }, 'could not watch the workers'),
    )
  const timer = setInterval(() => void watch(), EVERY_MS)
  timer.unref()
  return { close: () => clearInterval(timer) }
}

/** `runningMs` is the uptime of this server. Right after a start, the workers get time to start too. */
export const tellIfPassesStopped = async (parts: WatchParts, runningMs: number) => {
  const { db, mailer, channels } = parts
  if (!(await isPassLate(db, runningMs)) || (await isSilentCopy(db))) return
  const claimed = await inTransaction(db, async (tx) => {
    const now = sql`now()`
    const row = { checkName: NO_PASSES.name, problem: PROBLEM, firstSeenAt: now, lastSeenAt: now, openedAt: now }
    await tx.insert(incidents).values(row).onConflictDoNothing()
    const [told] = await tx.update(incidents).set({ toldAt: now }).where(isUntold).returning()
    return told
  })
  if (!claimed?.openedAt) return
  const sender = await readSender(parts)
  const opened = [{ ...claimed, openedAt: claimed.openedAt, title: NO_PASSES.title, announcements: 1 }]
  const letter = alertMail({ opened, ended: [] }, sender)
  const messageId = `incident-${claimed.id}`
  const sent = await Promise.allSettled([
    sendLetter(mailer, sender, { to: staffAddress(sender), letter, messageId }),
    channels.tellDiscord(alertMessage({ opened, ended: [] }, sender)),
  ])
  const hasReached = sent.some(
    ({ status }, channel) => status === 'fulfilled' && (channel === 0 || channels.hasDiscord),
  )
  if (hasReached) return
  // The next round tries again.
  await inTransaction(db, (tx) => tx.update(incidents).set({ toldAt: null }).where(eq(incidents.id, claimed.id)))
  throw new Error('no alert channel can be reached')
}

const isUntold = and(eq(incidents.checkName, NO_PASSES.name), isNull(incidents.endedAt), isNull(incidents.toldAt))
