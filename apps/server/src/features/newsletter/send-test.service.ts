import type { Tx } from '@slipstream/db/client'
import { mailUser } from '#features/notifications/mail-user.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import type { Letter } from '#lib/mail/letter.ts'

/** Sends only to the administrator's own verified address, so that nobody can mail strangers this way. */
export const sendTest = async (tx: Tx, userId: number, letter: Letter) => {
  const test = { ...letter, subject: `[Test] ${letter.subject}`, isAboutMoney: false }
  const to = await mailUser(tx, { userId, letter: test, kind: 'newsletter' })
  if (to === null) throw new DomainError('newsletter.no_address')
  return { to }
}
