import { type Letter, type Sender, text } from '#lib/mail/letter.ts'

/** The secret goes into the fragment, which never reaches a server, a log or a Referer header. */
export const invitationMail = (secret: string, username: string, sender: Sender): Letter => ({
  template: { name: 'invitation', variables: { username } },
  subject: `You are invited to ${sender.storeName}`,
  preview: 'Choose a password to use your account.',
  heading: `Welcome to ${sender.storeName}`,
  body: [
    text(`An account with the username ${username} was created for you. Choose a password to use it.`),
    text('The link works once and expires in seven days.'),
  ],
  button: { label: 'Choose a password', url: `${sender.publicUrl}/login#invitation=${secret}` },
  after: [text('If you didn’t expect this, ignore this mail. Nobody can use the account without the link.')],
  reason: `You get this mail because somebody at ${sender.storeName} entered this address.`,
})
