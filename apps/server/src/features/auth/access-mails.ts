import type { Tx } from '@slipstream/db/client'
import { type Letter, type Sender, text } from '#lib/mail/letter.ts'
import { queueMessage } from '#lib/outbox/outbox.ts'
import { aboutAccount } from './auth-mails.ts'

/** What an owner is told about their account, because a stranger could have done it. Passkeys have mails of their own. */
const CHANGES = {
  app_added: 'An authenticator app was added to your account as a second factor.',
  app_removed: 'The authenticator app was removed from your account.',
  codes_renewed: 'Your account has new recovery codes. The old ones stopped working.',
  discord_linked: 'A Discord account was linked to your account and can now be used to log in.',
  discord_unlinked: 'Discord was unlinked from your account and can no longer be used to log in.',
  passkeys_removed: 'All passkeys and the authenticator app were removed from your account by the store.',
  made_admin: 'Your account is now an administrator of the store.',
  no_admin: 'Your account is no longer an administrator of the store.',
  purchases_moved: 'Your purchases were moved to another account by the store, as you or somebody in your name asked.',
} as const
export type AccessChange = keyof typeof CHANGES

export const accessChangedMail = (change: AccessChange, sender: Sender): Letter => ({
  template: { name: 'access-changed', variables: { change: CHANGES[change] } },
  subject: `Your account at ${sender.storeName} was changed`,
  preview: CHANGES[change],
  heading: 'Your account was changed',
  body: [
    text(CHANGES[change]),
    text(
      `If you expected this, you don’t need to do anything. If it wasn’t you, change your password and write to ${sender.contactEmail} right away.`,
    ),
  ],
  button: { label: 'Open your profile', url: `${sender.publicUrl}/profile` },
  reason: aboutAccount(sender),
})

/** One mail for each change, in the transaction of the change. It waits for no other mail and cannot be turned off. */
export const tellOfAccess = (tx: Tx, userId: number, change: AccessChange) =>
  queueMessage(tx, 'auth.mail_access_change', { userId, change }, { kind: 'account' })
