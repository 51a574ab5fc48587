import { hash, verify } from '@node-rs/argon2'

/** Argon2id with the costs OWASP recommends for 19 MiB. The work runs on other threads, not on the one that answers. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, COSTS)

/** What an unknown name is compared with, so that it takes as long as a known one. Nobody's password gives it. */
const NOBODYS = await hashPassword('no password is this long and also this well known to nobody')

/** False for an account without a password as well, after the same time. */
export const isPassword = async (passwordHash: string | null | undefined, password: string) => {
  const matches = await verify(passwordHash ?? NOBODYS, password)
  return matches && Boolean(passwordHash)
}
