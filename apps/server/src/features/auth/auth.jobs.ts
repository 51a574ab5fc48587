import { lt, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { oneTimeSecrets, sessions, signIns } from '@slipstream/db/tables/auth'
import { readSettings } from '#features/settings/settings.service.ts'
import type { JobHandlers } from '#lib/jobs.ts'
import type { Sender } from '#lib/letter.ts'
import { mailVerification } from './email-verification.service.ts'
import { mailPasswordReset } from './password-reset.service.ts'

type AuthJob = 'auth.mail_verification' | 'auth.mail_reset' | 'auth.sweep'

interface AuthJobParts {
  db: Db
  publicUrl: string
}

export const authJobs = ({ db, publicUrl }: AuthJobParts): JobHandlers<AuthJob> => {
  const withSender = (work: (tx: Tx, sender: Sender) => Promise<void>) =>
    inTransaction(db, async (tx) => work(tx, { ...(await readSettings(tx)), publicUrl }))
  return {
    'auth.mail_verification': (claim) => withSender((tx, sender) => mailVerification(tx, claim, sender)),
    'auth.mail_reset': (wanted) => withSender((tx, sender) => mailPasswordReset(tx, wanted, sender)),
    'auth.sweep': () => forgetWhatIsOver(db),
  }
}

/** Attempts to sign in name people and their addresses, so they are kept no longer than an attack is looked into. */
const forgetWhatIsOver = async (db: Db) => {
  await db.delete(signIns).where(lt(signIns.at, sql`now() - interval '90 days'`))
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
  await db.delete(oneTimeSecrets).where(lt(oneTimeSecrets.expiresAt, sql`now()`))
}
