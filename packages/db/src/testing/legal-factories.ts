import type { WritableDb } from '../client.ts'
import { legalDrafts, legalVersions } from '../tables/legal.ts'
import { first } from './first.ts'

type NewVersion = Partial<typeof legalVersions.$inferInsert>

/** A version that was published long ago and applies since then by default. */
export const createLegalVersion = async (db: WritableDb, values: NewVersion = {}) => {
  const at = values.effectiveAt ?? new Date('2026-11-16T08:00:00.000Z')
  return first(
    await db
      .insert(legalVersions)
      .values({
        document: 'terms',
        number: 1,
        body: 'Our terms.',
        note: '',
        effectiveAt: at,
        publishedAt: at,
        ...values,
      })
      .returning(),
  )
}

export const createLegalDraft = async (db: WritableDb, values: Partial<typeof legalDrafts.$inferInsert> = {}) =>
  first(
    await db
      .insert(legalDrafts)
      .values({ document: 'terms', body: 'Our terms.', revision: 1, ...values })
      .returning(),
  )
