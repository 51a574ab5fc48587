import { hash, verify } from '@node-rs/argon2'
import { DomainError } from '#lib/domain-error.ts'

/** Argon2id with OWASP's recommended costs for 19 MiB. Runs on worker threads, not on the event loop. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Half of libuv's threads: files, DNS and compression share them, and a flood of sign-ins must not take them all. */
const AT_ONCE = 2
/** About a second of work. Requests beyond that are told at once that the store is busy. */
const MOST_WAITING = 50

let running = 0
const waiting: (() => void)[] = []

/** One limit for all hashing in this process. */
const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new DomainError('server.busy')
    // A finished job passes its slot on, so the count stays the same.
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

/** Compared against for unknown names, so that they take as long as known ones. No real password matches it. */
const NOBODYS = await hashPassword('no password is this long and also this well known to nobody')

/** Also false for an account without a password, after the same time. */
export const isPassword = async (passwordHash: string | null | undefined, password: string) => {
  const matches = await inTurn(() => verify(passwordHash ?? NOBODYS, password))
  return matches && Boolean(passwordHash)
}
