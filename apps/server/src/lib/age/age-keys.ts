import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto'
import { decodeBech32, encodeBech32 } from './bech32.ts'

const RECIPIENT = 'age'
const IDENTITY = 'age-secret-key-'
const KEY_BYTES = 32

/** The DER headers that node:crypto requires before the bytes of an X25519 key. */
const PUBLIC_DER = Buffer.from('302a300506032b656e032100', 'hex')
const PRIVATE_DER = Buffer.from('302e020100300506032b656e04220420', 'hex')

const decode = (prefix: string, text: string) => {
  const bytes = decodeBech32(prefix, text.trim())
  return bytes?.length === KEY_BYTES ? bytes : null
}

/** The public key in `age1…`, or null if the text is something else. */
export const readRecipient = (text: string) => decode(RECIPIENT, text)

/** The private key in `AGE-SECRET-KEY-1…`, or null if no line has one. */
export const readIdentity = (file: string) => {
  for (const line of file.split('\n')) {
    const found = decode(IDENTITY, line)
    if (found) return found
  }
  return null
}

const privateKeyOf = (identity: Buffer) =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_DER, identity]), format: 'der', type: 'pkcs8' })

const rawPublic = (key: ReturnType<typeof createPublicKey>) =>
  key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_DER.length)

export const publicBytesOf = (identity: Buffer) => rawPublic(createPublicKey(privateKeyOf(identity)))
export const recipientOf = (identity: Buffer) => encodeBech32(RECIPIENT, publicBytesOf(identity))

export const newIdentity = () => {
  const { privateKey } = generateKeyPairSync('x25519')
  return Buffer.from(privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PRIVATE_DER.length))
}
export const identityText = (identity: Buffer) => encodeBech32(IDENTITY, identity).toUpperCase()

export const sharedSecret = (identity: Buffer, publicBytes: Buffer) =>
  diffieHellman({
    privateKey: privateKeyOf(identity),
    publicKey: createPublicKey({ key: Buffer.concat([PUBLIC_DER, publicBytes]), format: 'der', type: 'spki' }),
  })
