import { eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { DomainError } from '#lib/domain-error.ts'

export type ModRow = typeof mods.$inferSelect

/** Locks a mod, so that its form, gallery and releases do not change until the transaction ends. */
export const lockMod = async (tx: Tx, modId: number): Promise<ModRow> => {
  // A weaker lock, so that other mods can still name it as related; otherwise two mods naming each other would
  // deadlock.
  const [mod] = await tx.select().from(mods).where(eq(mods.id, modId)).for('no key update')
  if (!mod) throw new DomainError('mod.not_found')
  return mod
}
