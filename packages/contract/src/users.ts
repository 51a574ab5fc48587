import * as z from 'zod/mini'
import { emailAddress, text } from './text.ts'

/** Letters of the alphabet, digits and three signs: nobody can look like somebody else. */
export const Username = text(32, { min: 3 }).check(
  z.regex(/^[A-Za-z0-9_.-]*$/, 'Only letters, digits, dots, dashes and underscores.'),
)

/** Length is what counts; the rest is left to the owner's password manager. */
export const NewPassword = text(200, { min: 10, verbatim: true })

export const EmailAddress = emailAddress()

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
  /** An admin who can do nothing as such before setting up a second factor. */
  needsSecondFactor: z.optional(z.boolean()),
})
export type User = z.output<typeof User>
