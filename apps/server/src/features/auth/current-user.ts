import type { User } from '@slipstream/contract/users'
import type { users } from '@slipstream/db/tables/users'
import { isPremiumAt } from '#features/premium/premium.ts'

export type UserRow = typeof users.$inferSelect

const AVATAR_SIZE = 128

/** Built from the id and the hash only, so that no URL chosen by Discord or a user is ever shown to others. */
export const avatarUrl = (
  discordCdnUrl: string,
  { discordId, discordAvatar }: Pick<UserRow, 'discordId' | 'discordAvatar'>,
) =>
  discordId !== null && discordAvatar !== null
    ? `${discordCdnUrl}/avatars/${discordId}/${discordAvatar}.png?size=${AVATAR_SIZE}`
    : null

interface View {
  isAdmin: boolean
  isDeveloper: boolean
  discordCdnUrl: string
}

/** The user as the browser sees it. Both spellings of the admin flag come from one column. */
export const toUser = (row: UserRow, { isAdmin, isDeveloper, discordCdnUrl }: View, now = new Date()): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  emailVerified: row.emailVerifiedAt !== null,
  isAdmin,
  is_admin: isAdmin,
  isDeveloper,
  isPremium: isPremiumAt(row.premiumExpiresAt, now),
  premiumExpiresAt: row.premiumExpiresAt?.toISOString() ?? null,
  discordId: row.discordId,
  discord_username: row.discordUsername,
  discordAvatar: row.discordAvatar,
  image: avatarUrl(discordCdnUrl, row),
})
