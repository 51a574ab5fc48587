import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Assertion, AssertionOptions, CreationOptions, NewCredential } from '@slipstream/contract/passkeys'

/** What a test may get wrong on purpose. */
interface Lies {
  origin?: string
  rpId?: string
  challenge?: string
  isUserVerified?: boolean
  /** Used instead of the last value plus one. */
  counter?: number
  userHandle?: string | null
  type?: string
  /** Another attestation format, with its certificate. */
  certificate?: Buffer
}

type Cbor = number | string | Buffer | Map<Cbor, Cbor> | Cbor[]

const head = (major: number, value: number) => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

/** As much of CBOR as an attestation needs. */
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

const coseKey = (publicKey: KeyObject) => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

const flags = (isUserVerified: boolean, hasKey: boolean) => 0x01 | (isUserVerified ? 0x04 : 0) | (hasKey ? 0x40 : 0)

/** A passkey with a P-256 key, and the browser around it. */
export const newSoftwareAuthenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let counter = 0
  let keptHandle: string | null = null

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )

  const authenticatorData = (rpId: string, lies: Lies, key = Buffer.alloc(0)) => {
    counter = lies.counter ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const state = Buffer.from([flags(lies.isUserVerified ?? true, key.length > 0)])
    return Buffer.concat([sha256(lies.rpId ?? rpId), state, count, key])
  }

  return {
    id: base64url(credentialId),
    create: ({ challenge, rp, user }: CreationOptions, lies: Lies = {}): NewCredential => {
      keptHandle = user.id
      const length = Buffer.from([0, credentialId.length])
      const key = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', lies.certificate ? 'packed' : 'none'],
        ['attStmt', new Map<Cbor, Cbor>(lies.certificate ? [['x5c', [lies.certificate]]] : [])],
        ['authData', authenticatorData(rp.id, lies, key)],
      ])
      return {
        id: base64url(credentialId),
        clientDataJSON: base64url(clientData('webauthn.create', challenge, lies)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      }
    },
    get: ({ challenge, rpId }: AssertionOptions, lies: Lies = {}): Assertion => {
      const client = clientData('webauthn.get', challenge, lies)
      const data = authenticatorData(rpId, lies)
      return {
        id: base64url(credentialId),
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: lies.userHandle === undefined ? keptHandle : lies.userHandle,
      }
    },
  }
}
export type SoftwareAuthenticator = ReturnType<typeof newSoftwareAuthenticator>
