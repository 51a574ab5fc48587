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
  /** Counts one guess at an account's secret; false when there were too many. */
  allows: (account: string, from: Place) => Promise<boolean>
  /** The guess was right. */
  forgive: (account: string, from: Place) => Promise<void>
}

interface Windows {
  /** Per account and place: a person's typing errors. */
  burst: AttemptLimit
  daily: AttemptLimit
  /** Per account, over all places that are not known devices: stops an attacker who has many addresses. */
  everywhere: AttemptLimit
}

/**
 * Nobody can use up the guesses of another place. Many addresses together can use up those of all unknown devices, which
 * is what makes guessing slow; known devices have a count of their own and are never kept out by strangers. Keys are
 * hashed: Redis learns no names.
 */
export const createGuessLimit = ({ burst, daily, everywhere }: Windows): GuessLimit => {
  const placeKey = (account: string, { ip, knownDevice }: Place) =>
    hashOf(`${account} ${knownDevice === null ? addressBucket(ip) : `device ${knownDevice}`}`)
  return {
    allows: async (account, from) => {
      const key = placeKey(account, from)
      // In this order: a place that is over its own limit must not use up the others'.
      if (!(await burst.allows(key)) || !(await daily.allows(key))) return false
      return from.knownDevice !== null || everywhere.allows(hashOf(account))
    },
    forgive: async (account, from) => {
      const key = placeKey(account, from)
      await burst.forget(key)
      await daily.forget(key)
      // Only this one: the owner's sign-in must not give an attacker a new day of guesses.
      if (from.knownDevice === null) await everywhere.refund(hashOf(account))
    },
  }
}
