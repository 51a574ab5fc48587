import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
/** Said explicitly: otherwise a tag of four bytes would be accepted, which can be guessed. */
const OPTIONS = { authTagLength: TAG_BYTES }

export interface Seal {
  close: (text: string) => string
  open: (sealed: string) => string
}

/**
 * For secrets the store must read again, such as those of authenticator apps: a copy of the database alone opens nothing.
 * The first secret closes; the others, which it has replaced, still open.
 */
export const createSeal = (secret: string, ...replaced: readonly string[]): Seal => {
  const key = keyOf(secret)
  const keys = [key, ...replaced.map(keyOf)]
  return {
    close: (text) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv, OPTIONS)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open: (sealed) => openWith(keys, Buffer.from(sealed, 'base64url')),
  }
}

const keyOf = (secret: string) => createHash('sha256').update(`seal ${secret}`).digest()

const openWith = ([key, ...others]: readonly Buffer[], bytes: Buffer): string => {
  if (!key) throw new Error('none of the secrets opens it')
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), OPTIONS)
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch (error) {
    if (others.length === 0) throw error
    return openWith(others, bytes)
  }
}
