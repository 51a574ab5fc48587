import { timingSafeEqual } from 'node:crypto'
import { type PlanKeys, TOKEN_BYTES } from './keys.ts'

/** A private kind of extra field. Programs that do not know it skip it. */
const FIELD = 0x4d57

/** The token as an extra field of the directory. It is strong evidence, but is lost when the archive is repacked. */
export const tokenField = (token: Buffer) => {
  const field = Buffer.alloc(4 + token.length)
  field.writeUInt16LE(FIELD, 0)
  field.writeUInt16LE(token.length, 2)
  token.copy(field, 4)
  return field
}

/** The token among the extra fields of a record, or null. */
export const tokenIn = (extra: ReadonlyMap<number, Buffer>) => {
  const token = extra.get(FIELD)
  return token?.length === TOKEN_BYTES ? token : null
}

export const isTokenOf = (keys: PlanKeys, purchase: string, token: Buffer) =>
  token.length === TOKEN_BYTES && timingSafeEqual(keys.token(purchase), token)
