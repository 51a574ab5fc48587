import { type Letter, type Sender, text } from '#lib/mail/letter.ts'

interface Invitation {
  secret: string
  username: string
  /** The administrator who invites. */
  inviter: string
}

/** The secret goes into the fragment, which never reaches a server, a log or a Referer header. */
export const invitationMail = ({ secret, username, inviter }: Invitation, sender: Sender): Letter => ({
  template: { name: 'invitation', variables: { username, inviter } },
  subject: `${inviter} invites you to ${sender.storeName}`,
  preview: 'Choose a password to use your account.',
  heading: `Welcome to ${sender.storeName}`,
  body: [
    text(`${inviter} created an account with the username ${username} for you. Choose a password to use it.`),
    text('The link works once and expires in seven days.'),
  ],
  button: { label: 'Choose a password', url: `${sender.publicUrl}/login#invitation=${secret}` },
  after: [text('If you didn’t expect this, you can ignore this e-mail. Nobody can use the account without the link.')],
  reason: `You’re receiving this e-mail because ${inviter} created an account for you at ${sender.storeName}.`,
})
