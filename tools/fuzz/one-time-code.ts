import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** The current code of an authenticator app for a secret (RFC 6238). */
export const oneTimeCode = (secret: string, at = Date.now()) => {
  const bits = [...secret].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const value = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fff_ffff
  return String(value % 1_000_000).padStart(6, '0')
}
