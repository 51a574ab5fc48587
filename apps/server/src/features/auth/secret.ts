import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits in characters that are safe in a URL or a header. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** How a secret is stored. It is long and random, so a fast hash is as safe as a slow one. */
export const hashOf = (secret: string) => hash('sha256', secret, 'base64url')

/** Constant time, so that timing does not reveal where two secrets differ. */
export const isSameSecret = (one: string, other: string) =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())
