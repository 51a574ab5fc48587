import { type Letter, type Sender, text } from '#lib/mail/letter.ts'
import { writtenDay } from '#lib/mail/written-dates.ts'

interface Announced {
  username: string
  erasedOn: Date
}

/** Sent once, some weeks before an account without activity is erased. */
export const erasureMail = ({ username, erasedOn }: Announced, sender: Sender): Letter => {
  const day = writtenDay(erasedOn, sender.timeZone)
  return {
    template: { name: 'account-erasure', variables: { username } },
    subject: `Your ${sender.storeName} account will be deleted on ${day}`,
    preview: 'Log in once to keep it.',
    heading: 'Do you still want your account?',
    body: [
      text(
        `Nobody has used the account ${username} for almost three years, so we will delete it on ${day}. To keep it, sign ` +
          'in once before that day. Nothing else is needed.',
      ),
      text('If you don’t sign in:'),
      {
        kind: 'list',
        items: [
          'Your name, e-mail address, sign-in methods, wishlist and cart are deleted.',
          'The mods in your locker can no longer be downloaded.',
          'Your reviews stay, without your name.',
          'Records of purchases are kept as long as the law requires, then deleted too.',
        ],
      },
    ],
    button: { label: 'Log in and keep it', url: `${sender.publicUrl}/login` },
    reason: `You get this mail once, because it is about your account at ${sender.storeName}.`,
  }
}
