import { eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { DomainError } from '#lib/domain-error.ts'

export type ModRow = typeof mods.$inferSelect

/** The mod, whose form, gallery and releases nobody else changes until the transaction ends. */
export const lockMod = async (tx: Tx, modId: number): Promise<ModRow> => {
  // Others may still name it as related meanwhile, or two who name each other would wait for each other.
  const [mod] = await tx.select().from(mods).where(eq(mods.id, modId)).for('no key update')
  if (!mod) throw new DomainError('mod.not_found')
  return mod
}
