import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '#lib/turns.ts'

/** Argon2id with OWASP's recommended costs for 19 MiB. Runs on worker threads, not on the event loop. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * One limit for all hashing in this process: half of libuv's threads, because files, DNS and compression share them,
 * and about a second of waiting.
 */
const inTurn = createTurns({ atOnce: 2, mostWaiting: 50 })

export const hashPassword = (password: string) => inTurn(() => hash(password, COSTS))

/** Compared against for unknown names, so that they take as long as known ones. No real password matches it. */
const NOBODYS = await hashPassword('no password is this long and also this well known to nobody')

/** Also false for an account without a password, after the same time. */
export const isPassword = async (passwordHash: string | null | undefined, password: string) => {
  const matches = await inTurn(() => verify(passwordHash ?? NOBODYS, password))
  return matches && Boolean(passwordHash)
}
