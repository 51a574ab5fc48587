import { asc, eq } from 'drizzle-orm'
import { legalDrafts, legalVersions } from '@slipstream/db/tables/legal'
import type { PersonalData } from '#lib/personal-data.ts'

/** The texts stay, because buyers have agreed to them; the publisher's name is erased. */
export const legalPersonalData: PersonalData = {
  name: 'legal texts as an administrator',
  tables: ['legal_versions', 'legal_drafts'],
  collect: async (tx, userId) => ({
    published: await tx
      .select({
        document: legalVersions.document,
        version: legalVersions.number,
        publishedAt: legalVersions.publishedAt,
        note: legalVersions.note,
      })
      .from(legalVersions)
      .where(eq(legalVersions.publishedBy, userId))
      .orderBy(asc(legalVersions.publishedAt)),
    drafts: await tx
      .select({ document: legalDrafts.document, updatedAt: legalDrafts.updatedAt })
      .from(legalDrafts)
      .where(eq(legalDrafts.updatedBy, userId))
      .orderBy(asc(legalDrafts.document)),
  }),
  erase: async (tx, userId) => {
    await tx.update(legalVersions).set({ publishedBy: null }).where(eq(legalVersions.publishedBy, userId))
    await tx.update(legalDrafts).set({ updatedBy: null }).where(eq(legalDrafts.updatedBy, userId))
  },
}
