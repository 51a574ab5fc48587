interface Ban {
  bannedAt: Date | null
  /** Null for a permanent ban. */
  banEndsAt: Date | null
}

/** True for a permanent ban and until a temporary one ends. */
export const isBanned = ({ bannedAt, banEndsAt }: Ban, now = new Date()) =>
  bannedAt !== null && (banEndsAt === null || banEndsAt > now)
