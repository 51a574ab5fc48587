import * as z from 'zod/mini'
import { emailAddress, text } from './text.ts'

/**
 * Latin letters without accents, digits and three symbols, so that no username can imitate another with letters of
 * other alphabets.
 */
export const Username = text(32, { min: 3 }).check(
  z.regex(/^[A-Za-z0-9_.-]*$/, 'Use only letters, digits, dots, dashes and underscores.'),
)

/** Length is what counts. No kinds of characters are required. */
export const NewPassword = text(200, { min: 10, verbatim: true })

export const EmailAddress = emailAddress()

/** The signed-in user as the browser sees it. The specification has both spellings of the admin flag. */
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
  /** The Discord avatar; without one the page shows initials. */
  image: z.nullable(z.string()),
  /** An administrator without admin rights until a second factor is set up. */
  needsSecondFactor: z.optional(z.boolean()),
})
export type User = z.output<typeof User>
