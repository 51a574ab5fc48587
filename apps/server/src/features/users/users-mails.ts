import { type Letter, type Sender, text } from '#lib/mail/letter.ts'

/** The secret goes into the fragment, which never reaches a server, a log or a Referer header. */
export const invitationMail = (secret: string, username: string, sender: Sender): Letter => ({
  template: { name: 'invitation', variables: { username } },
  subject: `You’re invited to ${sender.storeName}`,
  preview: 'Choose a password to use your account.',
  heading: `Welcome to ${sender.storeName}`,
  body: [
    text(`An account with the username ${username} was created for you. Choose a password to use it.`),
    text('The link works once and expires in seven days.'),
  ],
  button: { label: 'Choose a password', url: `${sender.publicUrl}/login#invitation=${secret}` },
  after: [text('If you didn’t expect this, you can ignore this e-mail. Nobody can use the account without the link.')],
  reason: `You’re receiving this e-mail because someone at ${sender.storeName} created an account for you.`,
})
