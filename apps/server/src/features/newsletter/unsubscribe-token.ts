import { isPromotion, type Promotion } from '@slipstream/contract/mail-consents'
import type { Encryption } from '#features/auth/encryption.ts'

/** Keeps other encrypted values of the store from being accepted as a token. */
const PURPOSE = 'unsubscribe'
export const UNSUBSCRIBE_PATH = '/api/mail/unsubscribe'

/** The token is opaque and reusable. It only ends one kind of mail and signs nobody in. */
export const unsubscribeUrl = (encryption: Encryption, publicUrl: string, userId: number, promotion: Promotion) =>
  `${publicUrl}${UNSUBSCRIBE_PATH}/${encryption.encrypt(`${PURPOSE} ${userId} ${promotion}`)}`

/** Null for a token that the store did not issue. */
export const readUnsubscribeToken = (encryption: Encryption, token: string) => {
  const [purpose, userId, promotion = ''] = decrypted(encryption, token).split(' ')
  if (purpose !== PURPOSE || !isPromotion(promotion)) return null
  return { userId: Number(userId), promotion }
}

const decrypted = (encryption: Encryption, token: string) => {
  try {
    return encryption.decrypt(token)
  } catch {
    return ''
  }
}
