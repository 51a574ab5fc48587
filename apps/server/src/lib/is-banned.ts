import { DomainError } from './domain-error.ts'
import { writtenTime } from './mail/written-dates.ts'

interface Ban {
  bannedAt: Date | null
  /** Null for a permanent ban. */
  banEndsAt: Date | null
}

/** True for a permanent ban and until a temporary one ends. */
export const isBanned = ({ bannedAt, banEndsAt }: Ban, now = new Date()) =>
  bannedAt !== null && (banEndsAt === null || banEndsAt > now)

/** Names the reason and the end of the ban. Only for a person who has proven that the account is theirs. */
export const banError = ({ banEndsAt, banReason }: Ban & { banReason: string | null }) => {
  const until = banEndsAt === null ? '' : ` until ${writtenTime(banEndsAt, 'UTC')}`
  const reason = banReason ? ` Reason: ${/[.!?]$/.test(banReason) ? banReason : `${banReason}.`}` : ''
  return new DomainError('auth.banned', { message: `This account is banned${until}.${reason}` })
}
