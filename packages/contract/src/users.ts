import * as z from 'zod/mini'

/** Letters of the alphabet, digits and three signs: nobody can look like somebody else. */
export const Username = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'At least 3 characters.'),
    z.maxLength(32, 'At most 32 characters.'),
    z.regex(/^[A-Za-z0-9_.-]*$/, 'Only letters, digits, dots, dashes and underscores.'),
  )

/** Length is what counts; the rest is left to the owner's password manager. */
export const NewPassword = z
  .string()
  .check(z.minLength(10, 'At least 10 characters.'), z.maxLength(200, 'At most 200 characters.'))

export const EmailAddress = z.email('Not an e-mail address.').check(z.trim(), z.maxLength(254), z.toLowerCase())

/** Who is signed in, as the browser sees it. Both spellings of the admin flag are specified. */
export const User = z.object({
  id: z.int(),
  username: z.string(),
  email: z.nullable(z.string()),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  is_admin: z.boolean(),
  isDeveloper: z.boolean(),
  isPremium: z.boolean(),
  premiumExpiresAt: z.nullable(z.iso.datetime()),
  discordId: z.nullable(z.string()),
  discord_username: z.nullable(z.string()),
  discordAvatar: z.nullable(z.string()),
  /** The Discord picture; without one the page draws initials. */
  image: z.nullable(z.string()),
})
export type User = z.output<typeof User>
