/** Premium ends at its timestamp, to the millisecond. No job has to run for it. */
export const isPremiumAt = (premiumExpiresAt: Date | null, now: Date): premiumExpiresAt is Date =>
  premiumExpiresAt !== null && premiumExpiresAt > now
