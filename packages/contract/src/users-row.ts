import * as z from 'zod/mini'
import { CentsAmount } from './cents-amount.ts'
import { Id } from './id.ts'

const Ban = z.object({
  at: z.iso.datetime(),
  /** Null for a permanent ban. */
  endsAt: z.nullable(z.iso.datetime()),
  reason: z.nullable(z.string()),
})

export const UserRow = z.object({
  id: Id,
  username: z.string(),
  email: z.nullable(z.string()),
  emailVerified: z.boolean(),
  discordUsername: z.nullable(z.string()),
  image: z.nullable(z.string()),
  isAdmin: z.boolean(),
  isDeveloper: z.boolean(),
  premiumExpiresAt: z.nullable(z.iso.datetime()),
  /** Null unless the account is banned now. */
  ban: z.nullable(Ban),
  orderCount: z.int(),
  spentCents: CentsAmount,
  createdAt: z.iso.datetime(),
  lastActiveAt: z.iso.datetime(),
})
export type UserRow = z.output<typeof UserRow>
