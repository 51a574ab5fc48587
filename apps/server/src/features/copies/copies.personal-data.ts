import { asc, eq } from 'drizzle-orm'
import { copies, copyMarks } from '@slipstream/db/tables/copies'
import { mods } from '@slipstream/db/tables/mods'
import type { PersonalData } from '#lib/personal-data.ts'
import { removeCopies } from './sweep-copies.service.ts'

export const copiesPersonalData: PersonalData = {
  name: 'copies',
  tables: ['copy_marks'],
  collect: async (tx, userId) => ({
    marks: await tx
      .select({ title: mods.title, since: copyMarks.createdAt })
      .from(copyMarks)
      .innerJoin(mods, eq(mods.id, copyMarks.modId))
      .where(eq(copyMarks.userId, userId))
      .orderBy(asc(copyMarks.id)),
  }),
  // A mark belongs to the record of the purchase and is kept with it: copies of the mod may still be out there. Once
  // the account is erased, the mark names nobody.
  erase: async (tx, userId) => {
    const made = await tx
      .select({ id: copies.id })
      .from(copies)
      .innerJoin(copyMarks, eq(copyMarks.id, copies.markId))
      .where(eq(copyMarks.userId, userId))
    await removeCopies(
      tx,
      made.map(({ id }) => id),
    )
  },
}
