import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { newIdentity, publicBytesOf, sharedSecret } from './age-keys.ts'

const VERSION = 'age-encryption.org/v1'
const STANZA = '-> X25519 '
const CIPHER = 'chacha20-poly1305'
const TAG_BYTES = 16
const NO_NONCE = Buffer.alloc(12)

export const derive = (secret: Buffer, salt: Buffer, info: string) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, 32))

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

export const seal = (key: Buffer, nonce: Buffer, plain: Buffer) => {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws if the bytes were modified or the key is wrong. */
export const unseal = (key: Buffer, nonce: Buffer, sealed: Buffer) => {
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
}

const wrapKeyOf = (secret: Buffer, share: Buffer, recipient: Buffer) =>
  derive(secret, Buffer.concat([share, recipient]), `${VERSION}/X25519`)

/** The file key, encrypted for one recipient with a key pair that is used once. */
const stanza = (fileKey: Buffer, recipient: Buffer) => {
  const own = newIdentity()
  const share = publicBytesOf(own)
  const wrapped = seal(wrapKeyOf(sharedSecret(own, recipient), share, recipient), NO_NONCE, fileKey)
  return `${STANZA}${base64(share)}\n${base64(wrapped)}\n`
}

const macOf = (fileKey: Buffer, text: string) =>
  createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(text)
    .digest()

export const writeHeader = (fileKey: Buffer, recipients: readonly Buffer[]) => {
  const text = `${VERSION}\n${recipients.map((recipient) => stanza(fileKey, recipient)).join('')}---`
  return Buffer.from(`${text} ${base64(macOf(fileKey, text))}\n`)
}

/** The length of a header at the start of a file; null if more bytes are needed. */
export const headerEnd = (start: Buffer) => {
  const mac = start.indexOf('\n--- ')
  const end = mac < 0 ? -1 : start.indexOf('\n', mac + 1)
  return end < 0 ? null : end + 1
}

export const readHeader = (header: Buffer, identity: Buffer) => {
  const lines = header.toString('latin1').split('\n')
  if (lines[0] !== VERSION) throw new Error('This file is not encrypted with age.')
  const fileKey = lines.reduce<Buffer | null>(
    (found, line, place) =>
      found ?? (line.startsWith(STANZA) ? openStanza(line, lines[place + 1] ?? '', identity) : null),
    null,
  )
  if (!fileKey) throw new Error('This key does not open the backup.')
  const [signed = '', mac = ''] = header
    .toString('latin1')
    .trimEnd()
    .split(/(?<=\n---) /)
  if (!timingSafeEqual(Buffer.from(mac, 'base64'), macOf(fileKey, signed))) throw new Error('The header was changed.')
  return fileKey
}

const openStanza = (line: string, body: string, identity: Buffer) => {
  const share = Buffer.from(line.slice(STANZA.length), 'base64')
  const key = wrapKeyOf(sharedSecret(identity, share), share, publicBytesOf(identity))
  try {
    return unseal(key, NO_NONCE, Buffer.from(body, 'base64'))
  } catch {
    return null
  }
}
