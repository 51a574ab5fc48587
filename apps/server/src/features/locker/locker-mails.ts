import { type Letter, type Sender, text } from '#lib/mail/letter.ts'

interface NewRelease {
  title: string
  version: string
  changes: readonly string[]
  picture?: { src: string; alt: string } | undefined
}

export const newReleaseMail = ({ title, version, changes, picture }: NewRelease, sender: Sender): Letter => ({
  template: { name: 'new-release', variables: { mod: title, version } },
  subject: `${title} ${version} is ready to download`,
  preview: 'A free update for a mod you own.',
  heading: `${title} ${version} is here`,
  picture,
  body: [
    text(
      `There is a new release of ${title}. You own this mod, so the update is free, and your download link was renewed.`,
    ),
    ...(changes.length > 0 ? [text('What’s new:'), { kind: 'list' as const, items: changes }] : []),
  ],
  button: { label: 'Download the update', url: `${sender.publicUrl}/mod-locker` },
  reason: 'You’re receiving this e-mail because you own this mod and have update e-mails turned on.',
  unsubscribeUrl: `${sender.publicUrl}/profile#notifications`,
})
