import type { Jobs } from '#lib/jobs.ts'
import { letter, type Sender } from '#lib/letter.ts'

interface NewRelease {
  title: string
  version: string
  changes: readonly string[]
}

export const newReleaseMail = (
  to: string,
  { title, version, changes }: NewRelease,
  sender: Sender,
): Jobs['mail.send'] =>
  letter(
    to,
    `${title} ${version} is ready to download`,
    sender,
    `There is a new release of ${title}, which you own. It costs nothing, and your download link was renewed.`,
    ...(changes.length > 0 ? [changes.map((change) => `- ${change}`).join('\n')] : []),
    `Download it here: ${sender.publicUrl}/mod-locker`,
    'You get this mail because you want to hear about updates. You can switch it off in your profile.',
  )
