import { type Letter, type Sender, text } from '#lib/mail/letter.ts'
import { writtenDay } from '#lib/mail/written-dates.ts'

interface Announced {
  username: string
  erasedOn: Date
}

/** Sent once per period of inactivity, about a month before the account is erased. */
export const erasureMail = ({ username, erasedOn }: Announced, sender: Sender): Letter => {
  const day = writtenDay(erasedOn, sender.timeZone)
  return {
    template: { name: 'account-erasure', variables: { username } },
    subject: `Your ${sender.storeName} account will be deleted on ${day}`,
    preview: 'Log in once to keep it.',
    heading: 'Do you still want your account?',
    body: [
      text(
        `Nobody has used the account ${username} for almost three years, so we will delete it on ${day}. To keep it, log ` +
          'in once before that day. You don’t need to do anything else.',
      ),
      text('If you don’t log in:'),
      {
        kind: 'list',
        items: [
          'Your name, e-mail address, sign-in methods, wishlist and cart are deleted.',
          'The mods in your locker can no longer be downloaded.',
          'Your reviews stay online without your name.',
          'Purchase records are kept for as long as the law requires and then deleted.',
        ],
      },
    ],
    button: { label: 'Log in and keep it', url: `${sender.publicUrl}/login` },
    reason: `You’re receiving this one-time e-mail because you have an account at ${sender.storeName}.`,
  }
}
