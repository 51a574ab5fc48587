import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
/** Explicit, because Node would otherwise accept a four-byte tag, which can be guessed. */
const OPTIONS = { authTagLength: TAG_BYTES }

export interface Encryption {
  encrypt: (text: string) => string
  decrypt: (encrypted: string) => string
  /** Keyed hashes, to recognize a text without storing it: one with each secret, the current one first. */
  hashes: (text: string) => string[]
}

/**
 * For secrets the store has to read again, such as authenticator secrets, so that a leaked database alone reveals none.
 * Encrypts with the first secret and decrypts with any, so that a secret can be rotated.
 */
export const createEncryption = (secret: string, ...replaced: readonly string[]): Encryption => {
  const key = keyOf(secret)
  const keys = [key, ...replaced.map(keyOf)]
  return {
    encrypt: (text) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv, OPTIONS)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    decrypt: (encrypted) => decryptWith(keys, Buffer.from(encrypted, 'base64url')),
    hashes: (text) =>
      [secret, ...replaced].map((one) => createHmac('sha256', `recognize ${one}`).update(text).digest('base64url')),
  }
}

const keyOf = (secret: string) => createHash('sha256').update(`seal ${secret}`).digest()

const decryptWith = ([key, ...others]: readonly Buffer[], bytes: Buffer): string => {
  if (!key) throw new Error('none of the secrets can decrypt this value')
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), OPTIONS)
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch (error) {
    if (others.length === 0) throw error
    return decryptWith(others, bytes)
  }
}
