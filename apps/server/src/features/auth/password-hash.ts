import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '#lib/domain-error.ts'

/** Argon2id with the costs OWASP recommends for 19 MiB. The work runs on other threads, not on the one that answers. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Half of libuv's threads: files, names and compression use the same ones, and a flood of sign-ins must leave them some. */
const AT_ONCE = 2
/** About a second of work. Anybody beyond is told at once that the store is busy, instead of waiting for a timeout. */
const MOST_WAITING = 50

let running = 0
const waiting: (() => void)[] = []

/** One bound for all hashing in this process, whoever asks for it. */
const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new DomainError('server.busy')
    // The one that ends hands its place on, so the count stays.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string) => inTurn(() => hash(password, COSTS))

/** What an unknown name is compared with, so that it takes as long as a known one. Nobody's password gives it. */
const NOBODYS = await hashPassword('no password is this long and also this well known to nobody')

/** False for an account without a password as well, after the same time. */
export const isPassword = async (passwordHash: string | null | undefined, password: string) => {
  const matches = await inTurn(() => verify(passwordHash ?? NOBODYS, password))
  return matches && Boolean(passwordHash)
}
