import { randomUUID } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { oneTimeSecrets, sessions } from '@slipstream/db/tables/auth'
import { passkeyChallenges } from '@slipstream/db/tables/passkeys'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { sweepMailJobs } from '#features/notifications/mail-jobs.service.ts'
import type { Letter, Sender } from '#lib/mail/letter.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'
import { writeVerification } from './email-verification.service.ts'
import { noteResetMailed, writePasswordReset } from './password-reset.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'auth.mail_verification': { userId: number; email: string }
    'auth.mail_reset': { email: string }
    'auth.sweep': Record<string, never>
  }
}

type AuthJob = 'auth.mail_verification' | 'auth.mail_reset' | 'auth.sweep'

interface AuthJobParts {
  db: Db
  mailer: Mailer
  storage: Storage
  publicUrl: string
}

/**
 * Mails with a secret never wait in the queue, where a backup or a dead job would hold a usable link (ADR 29). The job
 * names the person; the secret is created when the mail is sent, and only its hash is stored.
 */
export const authJobs = (parts: AuthJobParts): JobHandlers<AuthJob> => {
  const { db, mailer } = parts
  const writeAndSend = async (to: string, write: (tx: Tx, sender: Sender) => Promise<Letter | null>) => {
    const sender = await readSender(parts)
    const letter = await inTransaction(db, (tx) => write(tx, sender))
    // A retry mails a new link, so mail programs must not treat it as a duplicate of the previous mail.
    if (letter) await sendLetter(mailer, sender, { to, letter, messageId: randomUUID() })
  }
  return {
    'auth.mail_verification': (claim) =>
      writeAndSend(claim.email, (tx, sender) => writeVerification(tx, claim, sender)),
    'auth.mail_reset': async (wanted) => {
      await writeAndSend(wanted.email, (tx, sender) => writePasswordReset(tx, wanted, sender))
      await inTransaction(db, (tx) => noteResetMailed(tx, wanted))
    },
    'auth.sweep': () => forgetWhatIsOver(db),
  }
}

const forgetWhatIsOver = async (db: Db) => {
  // Each in its own transaction, because they are independent.
  await inTransaction(db, (tx) => tx.delete(sessions).where(lt(sessions.expiresAt, sql`now()`)))
  await inTransaction(db, (tx) => tx.delete(oneTimeSecrets).where(lt(oneTimeSecrets.expiresAt, sql`now()`)))
  await inTransaction(db, sweepMailJobs)
  await inTransaction(db, (tx) => tx.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, sql`now()`)))
}

export const AUTH_SCHEDULE: JobSchedule<AuthJob> = { 'auth.sweep': { cron: '47 3 * * *' } }
