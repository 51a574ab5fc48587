import type { User } from '@slipstream/contract/users'

const AVATAR_SIZE = 128
const DISCORD_CDN = 'https://cdn.discordapp.com'
/** A Discord id, as opposed to one of ours, which is a short number. */
const DISCORD_ID = /^\d{15,21}$/
const AVATAR_HASH = /^(a_)?[0-9a-f]{32}$/

type Answer = Partial<Record<string, unknown>>

/**
 * Parses the response of the auth check. Fields may have several names (`isAdmin`, `is_admin`), and only this function
 * knows them. Parsed by hand because every page needs it and the schema library would add weight to each.
 */
export const readUser = (answer: unknown): User => {
  if (typeof answer !== 'object' || answer === null) throw new TypeError('the user cannot be read')
  const source: Answer = { ...answer }
  const username = textOf(source, 'username', 'discord_username', 'email')
  if (username === null) throw new TypeError('the user has no name')
  const isAdmin = source.isAdmin === true || source.is_admin === true
  return {
    id: Number(source.id),
    username,
    email: textOf(source, 'email'),
    emailVerified: source.emailVerified === true,
    isAdmin,
    is_admin: isAdmin,
    isDeveloper: source.isDeveloper === true,
    isPremium: source.isPremium === true,
    premiumExpiresAt: textOf(source, 'premiumExpiresAt'),
    discordId: discordIdOf(source),
    discord_username: textOf(source, 'discord_username'),
    discordAvatar: textOf(source, 'discordAvatar', 'avatar'),
    image: textOf(source, 'image', 'avatarUrl', 'profileImage', 'profile_image_url') ?? discordPicture(source),
    ...(source.needsSecondFactor === true && { needsSecondFactor: true }),
  }
}

/** Premium ends at its timestamp, not when the server notices. */
export const isPremiumNow = ({ isPremium, premiumExpiresAt }: User, now = Date.now()): boolean =>
  isPremium && premiumExpiresAt !== null && Date.parse(premiumExpiresAt) > now

/** The first of these fields that is a non-empty string. */
const textOf = (source: Answer, ...names: string[]): string | null => {
  for (const name of names) {
    const value = source[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

const discordIdOf = (source: Answer) => {
  const id = textOf(source, 'discordId', 'id')
  return id !== null && DISCORD_ID.test(id) ? id : null
}

const discordPicture = (source: Answer) => {
  const id = discordIdOf(source)
  const hash = textOf(source, 'discordAvatar', 'avatar')
  if (id === null || hash === null || !AVATAR_HASH.test(hash)) return null
  return `${DISCORD_CDN}/avatars/${id}/${hash}.png?size=${AVATAR_SIZE}`
}
