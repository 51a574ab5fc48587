import { foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'

export const teamCategories = pgTable('team_categories', {
  id: id(),
  name: text().notNull(),
  description: text().notNull().default(''),
  sortOrder: integer().notNull().default(0),
  createdAt: createdAt(),
})

export const teamMembers = pgTable(
  'team_members',
  {
    id: id(),
    categoryId: integer().notNull(),
    name: text().notNull(),
    role: text().notNull(),
    bio: text().notNull().default(''),
    /** The key of the picture. Renaming the column would break running servers of the previous release. */
    avatarKey: text('avatar_url'),
    sortOrder: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      name: 'team_members_category',
      columns: [table.categoryId],
      foreignColumns: [teamCategories.id],
    }).onDelete('cascade'),
    index('team_members_in_category').on(table.categoryId),
  ],
)
