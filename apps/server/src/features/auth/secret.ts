import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits, in letters that may stand in an address or a header. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** How a secret is kept. It is long and random, so a fast hash hides it as well as a slow one. */
export const hashOf = (secret: string) => hash('sha256', secret, 'base64url')

/** Tells nothing by its time about where two secrets differ. */
export const isSameSecret = (one: string, other: string) =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())
