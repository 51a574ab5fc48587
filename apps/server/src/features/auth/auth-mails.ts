import type { Jobs } from '#lib/jobs.ts'
import { letter, type Sender } from '#lib/letter.ts'

type Mail = Jobs['mail.send']

/** Asked when a mail is written, because the creator may rename the store. */
export type MailSender = () => Sender

/** Secrets stand behind the #, where no server, no log and no Referer sees them. */
const link = (publicUrl: string, what: 'reset' | 'verify' | 'invitation', secret: string) =>
  `${publicUrl}/login#${what}=${secret}`

export const verifyEmailMail = (to: string, secret: string, sender: Sender): Mail =>
  letter(
    to,
    `Confirm your e-mail address for ${sender.storeName}`,
    sender,
    'Please open this link to confirm that this address is yours. It works once, for 24 hours.',
    link(sender.publicUrl, 'verify', secret),
    'If you did not ask for it, you need not do anything.',
  )

export const addressTakenMail = (to: string, sender: Sender): Mail =>
  letter(
    to,
    `You already have an account at ${sender.storeName}`,
    sender,
    'Somebody wanted to use this address for another account. It stays with yours, and nothing was changed.',
    `If it was you and you do not remember your password, choose a new one here: ${sender.publicUrl}/login`,
    'If it was not you, you need not do anything.',
  )

export const emailChangedMail = (to: string, sender: Sender): Mail =>
  letter(
    to,
    `Your e-mail address for ${sender.storeName} was changed`,
    sender,
    'Your account has another e-mail address from now on. This is the last mail to this one.',
    `If it was not you, write to ${sender.contactEmail} at once.`,
  )

export const passkeyAddedMail = (to: string, name: string, sender: Sender): Mail =>
  letter(
    to,
    `A passkey was added to your account at ${sender.storeName}`,
    sender,
    `The passkey "${name}" can sign in to your account from now on. You can remove it in your profile: ${sender.publicUrl}/profile#passkeys`,
    `If it was not you, remove it, change your password and write to ${sender.contactEmail} at once.`,
  )

export const passkeyRemovedMail = (to: string, name: string, sender: Sender): Mail =>
  letter(
    to,
    `A passkey was removed from your account at ${sender.storeName}`,
    sender,
    `The passkey "${name}" no longer signs in to your account.`,
    `If it was not you, change your password and write to ${sender.contactEmail} at once.`,
  )

export const resetPasswordMail = (to: string, secret: string, sender: Sender): Mail =>
  letter(
    to,
    `Choose a new password for ${sender.storeName}`,
    sender,
    'Please open this link to choose a new password. It works once, for one hour, and signs you out everywhere.',
    link(sender.publicUrl, 'reset', secret),
    'If you did not ask for it, you need not do anything: your password stays as it is.',
  )

export const passwordChangedMail = (to: string, sender: Sender): Mail =>
  letter(
    to,
    `Your password for ${sender.storeName} was changed`,
    sender,
    'Your password was changed just now, and all other devices were signed out.',
    `If it was not you, choose a new one at once: ${sender.publicUrl}/login`,
  )
