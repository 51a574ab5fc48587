import type { ConfirmationReturn } from '@slipstream/contract/account'
import { type Letter, type Sender, text } from '#lib/mail/letter.ts'
import { writtenTime } from '#lib/mail/written-dates.ts'

/** Read when a mail is written, because the creator may rename the store. */
export type MailSender = () => Sender

/** The secret goes into the fragment, which never reaches a server, a log or a Referer header. */
const link = (publicUrl: string, what: 'reset' | 'verify', secret: string, next?: string) =>
  `${publicUrl}/login${next === undefined ? '' : `?${new URLSearchParams({ next }).toString()}`}#${what}=${secret}`

export const aboutAccount = ({ storeName }: Sender) =>
  `You’re receiving this e-mail because you have an account at ${storeName}.`

export const verifyEmailMail = (secret: string, sender: Sender, backTo?: ConfirmationReturn): Letter => ({
  template: { name: 'verify-email', variables: {} },
  subject: `Confirm your e-mail address for ${sender.storeName}`,
  preview: 'Confirm it to use this address with your account.',
  heading: 'Is this your e-mail address?',
  body: [text('Confirm that this address is yours. The link works once and expires in 24 hours.')],
  button: { label: 'Confirm this address', url: link(sender.publicUrl, 'verify', secret, backTo) },
  after: [
    text('If you didn’t ask for this, you can ignore this e-mail. Nothing changes unless you confirm the address.'),
  ],
  reason: `You’re receiving this e-mail because someone entered this address at ${sender.storeName}.`,
})

export const addressTakenMail = (sender: Sender): Letter => ({
  template: { name: 'address-taken', variables: {} },
  subject: `You already have an account at ${sender.storeName}`,
  preview: 'Someone tried to register another account with your address. Nothing was changed.',
  heading: 'You already have an account',
  body: [
    text(
      'Someone tried to use this address for another account. The address still belongs to your account, and nothing was changed.',
    ),
    text('If it was you, log in as usual. If you forgot your password, you can reset it on the login page.'),
  ],
  button: { label: 'Log in', url: `${sender.publicUrl}/login` },
  after: [text('If it wasn’t you, you don’t need to do anything.')],
  reason: aboutAccount(sender),
})

export const emailChangedMail = (sender: Sender): Letter => ({
  template: { name: 'email-changed', variables: {} },
  subject: `Your e-mail address for ${sender.storeName} was changed`,
  preview: 'Your account now uses a different address.',
  heading: 'Your e-mail address was changed',
  body: [
    text('Your account now uses a different e-mail address. This is the last e-mail we’ll send to this address.'),
    text(`If it wasn’t you, write to ${sender.contactEmail} right away.`),
  ],
  reason: aboutAccount(sender),
})

export const passkeyAddedMail = (name: string, sender: Sender): Letter => ({
  template: { name: 'passkey-added', variables: { passkey: name } },
  subject: `A passkey was added to your account at ${sender.storeName}`,
  preview: 'It can now be used to log in to your account.',
  heading: 'A passkey was added',
  body: [
    text(`The passkey "${name}" can now be used to log in to your account. You can remove it in your profile.`),
    text(`If it wasn’t you, remove it, change your password and write to ${sender.contactEmail} right away.`),
  ],
  button: { label: 'See your passkeys', url: `${sender.publicUrl}/profile#passkeys` },
  reason: aboutAccount(sender),
})

export const passkeyRemovedMail = (name: string, sender: Sender): Letter => ({
  template: { name: 'passkey-removed', variables: { passkey: name } },
  subject: `A passkey was removed from your account at ${sender.storeName}`,
  preview: 'It can no longer be used to log in to your account.',
  heading: 'A passkey was removed',
  body: [
    text(`The passkey "${name}" can no longer be used to log in to your account.`),
    text(`If it wasn’t you, change your password and write to ${sender.contactEmail} right away.`),
  ],
  reason: aboutAccount(sender),
})

export const resetPasswordMail = (secret: string, sender: Sender): Letter => ({
  template: { name: 'reset-password', variables: {} },
  subject: `Choose a new password for ${sender.storeName}`,
  preview: 'The link works once and expires in one hour.',
  heading: 'Choose a new password',
  body: [
    text(
      'Use this link to choose a new password. It works once and expires in one hour. You will be logged out everywhere.',
    ),
  ],
  button: { label: 'Choose a new password', url: link(sender.publicUrl, 'reset', secret) },
  after: [text('If you didn’t ask for this, you can ignore this e-mail. Your password won’t change.')],
  reason: `You’re receiving this e-mail because someone asked for a new password for your account at ${sender.storeName}.`,
})

export const passwordChangedMail = (sender: Sender, at = new Date()): Letter => ({
  template: { name: 'password-changed', variables: {} },
  subject: `Your password for ${sender.storeName} was changed`,
  preview: 'All other devices were logged out.',
  heading: 'Your password was changed',
  body: [
    text(`Your password was changed on ${writtenTime(at, sender.timeZone)}, and all other devices were logged out.`),
    text('If this was you, you don’t need to do anything. If it wasn’t, choose a new password right away.'),
  ],
  button: { label: 'Choose a new password', url: `${sender.publicUrl}/login` },
  reason: aboutAccount(sender),
})
