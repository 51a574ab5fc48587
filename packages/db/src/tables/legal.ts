import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { LegalDocument } from '@slipstream/contract/legal-terms'
import { createdAt, instant } from './columns.ts'
import { users } from './users.ts'

/**
 * Published legal texts. A trigger keeps them immutable: only a version that does not apply yet can be withdrawn, and
 * erasing an account removes its name. The version of an order is the one that applied when it was placed.
 */
export const legalVersions = pgTable(
  'legal_versions',
  {
    document: text().$type<LegalDocument>().notNull(),
    number: integer().notNull(),
    body: text().notNull(),
    effectiveAt: instant().notNull(),
    publishedAt: createdAt(),
    publishedBy: integer(),
    /** What changed, for the staff. */
    note: text().notNull(),
    /** A withdrawn version never applied. */
    withdrawnAt: instant(),
  },
  (table) => [
    primaryKey({ name: 'legal_versions_number', columns: [table.document, table.number] }),
    foreignKey({ name: 'legal_versions_publisher', columns: [table.publishedBy], foreignColumns: [users.id] }),
    // At any moment exactly one version applies.
    uniqueIndex('legal_versions_in_effect')
      .on(table.document, table.effectiveAt.desc().nullsFirst())
      .where(sql`withdrawn_at is null`),
    index('legal_versions_of_publisher').on(table.publishedBy),
    check('legal_versions_document_known', sql`${table.document} in ('terms', 'privacy', 'cookies', 'refunds')`),
    check('legal_versions_numbered', sql`${table.number} > 0`),
    check('legal_versions_not_backdated', sql`${table.effectiveAt} >= ${table.publishedAt}`),
    check('legal_versions_withdrawn_in_time', sql`${table.withdrawnAt} < ${table.effectiveAt}`),
  ],
)

/** Unpublished drafts of administrators, one per document. */
export const legalDrafts = pgTable(
  'legal_drafts',
  {
    document: text().$type<LegalDocument>().primaryKey(),
    body: text().notNull(),
    revision: integer().notNull(),
    updatedAt: createdAt(),
    updatedBy: integer(),
  },
  (table) => [
    foreignKey({ name: 'legal_drafts_editor', columns: [table.updatedBy], foreignColumns: [users.id] }),
    index('legal_drafts_of_editor').on(table.updatedBy),
    check('legal_drafts_document_known', sql`${table.document} in ('terms', 'privacy', 'cookies', 'refunds')`),
  ],
)
