import type { Letter } from '#lib/mail/letter.ts'

interface Sealing {
  encrypt: (text: string) => string
  decrypt: (sealed: string) => string
}

interface Claimed {
  userId: number
  email: string
}

/** Keeps other encrypted values of the store from being accepted as a token. */
const PURPOSE = 'not-me'

/** Added when the mail is sent, so that the queue holds no link that works. */
export const withNotMeLink = (
  letter: Letter,
  { to, userId }: { to: string; userId: number | null },
  { encryption, publicUrl }: { encryption: Sealing; publicUrl: string },
): Letter =>
  letter.isToUnconfirmed && userId !== null
    ? { ...letter, notMeUrl: `${publicUrl}/login#not-me=${encryption.encrypt(`${PURPOSE} ${userId} ${to}`)}` }
    : letter

/** Null for a token that the store did not issue. */
export const readNotMeToken = (encryption: Sealing, token: string): Claimed | null => {
  const [purpose, userId, email = ''] = opened(encryption, token).split(' ')
  return purpose === PURPOSE && email !== '' ? { userId: Number(userId), email } : null
}

const opened = (encryption: Sealing, token: string) => {
  try {
    return encryption.decrypt(token)
  } catch {
    return ''
  }
}
