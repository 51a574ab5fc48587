import type { AttemptLimit } from '#lib/attempt-limit.ts'
import { hashOf } from './secret.ts'
import { addressBucket } from '#lib/address-bucket.ts'

/** Where a guess comes from. */
export interface Place {
  ip: string
  /** The id of a device that has signed in to this account before; null for any other. */
  knownDevice: string | null
}

export interface GuessLimit {
  /** Counts one guess at an account's secret; false when the limit is exceeded. */
  allows: (account: string, from: Place) => Promise<boolean>
  /** Call when the guess was right. */
  forgive: (account: string, from: Place) => Promise<void>
}

interface Windows {
  /** Per account and place: allows for typos. */
  burst: AttemptLimit
  daily: AttemptLimit
  /** Per account, over all unknown devices: stops an attacker with many addresses. */
  everywhere: AttemptLimit
}

/**
 * One place cannot use up another place's guesses. Many addresses together can use up the guesses of all unknown
 * devices, which is what slows an attack down; known devices have their own count, so strangers never lock them out.
 * Keys are hashed, so Redis stores no names.
 */
export const createGuessLimit = ({ burst, daily, everywhere }: Windows): GuessLimit => {
  const placeKey = (account: string, { ip, knownDevice }: Place) =>
    hashOf(`${account} ${knownDevice === null ? addressBucket(ip) : `device ${knownDevice}`}`)
  return {
    allows: async (account, from) => {
      const key = placeKey(account, from)
      // The order matters: a place over its own limit must not use up the shared one.
      if (!(await burst.allows(key)) || !(await daily.allows(key))) return false
      return from.knownDevice !== null || everywhere.allows(hashOf(account))
    },
    forgive: async (account, from) => {
      const key = placeKey(account, from)
      await burst.forget(key)
      await daily.forget(key)
      // Give back this one guess only: the owner's sign-in must not give an attacker another day of guesses.
      if (from.knownDevice === null) await everywhere.refund(hashOf(account))
    },
  }
}
