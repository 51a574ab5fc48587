import { asc, eq, sql } from 'drizzle-orm'
import { userNotes, users } from '@slipstream/db/tables/users'
import { queueRoleOf } from '#features/premium/discord-role.service.ts'
import type { PersonalData } from '#lib/personal-data.ts'

/** The row stays as an id without a person: orders refer to it, and the law requires keeping them. */
export const usersPersonalData: PersonalData = {
  name: 'account',
  tables: ['users'],
  collect: async (tx, userId) => {
    const [row] = await tx
      .select({
        username: users.username,
        email: users.email,
        emailVerifiedAt: users.emailVerifiedAt,
        discordId: users.discordId,
        discordUsername: users.discordUsername,
        discordAvatar: users.discordAvatar,
        isAdmin: users.isAdmin,
        twoFactorSince: users.twoFactorSince,
        premiumExpiresAt: users.premiumExpiresAt,
        notificationChoices: users.notificationChoices,
        bannedAt: users.bannedAt,
        banEndsAt: users.banEndsAt,
        banReason: users.banReason,
        createdAt: users.createdAt,
        lastActiveAt: users.lastActiveAt,
        erasureAnnouncedAt: users.erasureAnnouncedAt,
      })
      .from(users)
      .where(eq(users.id, userId))
    return row
  },
  erase: async (tx, userId) => {
    await queueRoleOf(tx, userId)
    await tx
      .update(users)
      .set({
        // Contains a space, which no username can, so it is never taken.
        username: `deleted user ${userId}`,
        email: null,
        emailVerifiedAt: null,
        passwordHash: null,
        isAdmin: false,
        premiumExpiresAt: null,
        discordId: null,
        discordUsername: null,
        discordAvatar: null,
        twoFactorSecret: null,
        twoFactorSince: null,
        twoFactorUsedStep: null,
        passkeyCount: 0,
        notificationChoices: {},
        bannedAt: null,
        banEndsAt: null,
        banReason: null,
        lastActiveAt: sql`created_at`,
        erasureAnnouncedAt: null,
        erasedAt: new Date(),
      })
      .where(eq(users.id, userId))
  },
}

/** Notes about a person are deleted with the account. Notes that the person wrote as staff about others stay. */
export const userNotesPersonalData: PersonalData = {
  name: 'notes of the staff',
  tables: ['user_notes'],
  collect: async (tx, userId) => ({
    about: await tx
      .select({ body: userNotes.body, at: userNotes.createdAt })
      .from(userNotes)
      .where(eq(userNotes.userId, userId))
      .orderBy(asc(userNotes.id)),
    asStaff: await tx
      .select({ body: userNotes.body, at: userNotes.createdAt })
      .from(userNotes)
      .where(eq(userNotes.authorId, userId))
      .orderBy(asc(userNotes.id)),
  }),
  erase: async (tx, userId) => {
    await tx.delete(userNotes).where(eq(userNotes.userId, userId))
  },
}
