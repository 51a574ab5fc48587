import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PictureKind } from '@slipstream/contract/picture-types'
import { createdAt, id } from './columns.ts'
import { mods } from './mods.ts'

/** The gallery of a mod. Lists show the first picture. */
export const modPictures = pgTable(
  'mod_pictures',
  {
    id: id(),
    modId: integer().notNull(),
    sortOrder: integer().notNull(),
    label: text().notNull().default(''),
    alt: text().notNull().default(''),
    kind: text().$type<PictureKind>().notNull().default('studio'),
    /** Shown below the picture; null for none. */
    caption: text(),
    /** The hash of the original. All objects of the picture are named after it, so their content never changes. */
    hash: text().notNull(),
    /** The original's object: `pictures/<hash>.webp`. */
    originalKey: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    placeholder: text().notNull(),
    /** The widths a job has encoded so far, in every format. */
    widths: integer().array().notNull().default(sql`'{}'::integer[]`),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'mod_pictures_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete('cascade'),
    uniqueIndex('mod_pictures_in_order').on(table.modId, table.sortOrder),
    index('mod_pictures_by_hash').on(table.hash),
    check('mod_pictures_kind_known', sql`${table.kind} in ('studio', 'in_game')`),
    check('mod_pictures_caption_length', sql`char_length(${table.caption}) between 1 and 120`),
  ],
)
