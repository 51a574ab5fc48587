import { eq, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { modDrafts } from '@slipstream/db/tables/mods'
import { lockMod } from '#features/catalogue/lock-mod.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { formVersionOf, readForm } from './mod-form.service.ts'

interface TypedDraft {
  modId: number
  typed: Record<string, unknown>
  /** Revision of the stored draft that was edited; 0 if there was none. */
  revision: number
  basedOn: string | undefined
}

/** Stores what was typed, valid or not. It does not change the mod, so only editors see it. */
export const saveDraft = async (tx: Tx, { modId, typed, revision, basedOn }: TypedDraft) => {
  const mod = await lockMod(tx, modId)
  const [known] = await tx.select({ revision: modDrafts.revision }).from(modDrafts).where(eq(modDrafts.modId, modId))
  const isOutdated = basedOn !== undefined && basedOn !== formVersionOf(await readForm(tx, mod))
  if (isOutdated || revision !== (known?.revision ?? 0)) throw new DomainError('mod.draft_changed')
  const draft = { typed, revision: revision + 1, updatedAt: sql`clock_timestamp()` }
  const [saved] = await tx
    .insert(modDrafts)
    .values({ modId, ...draft })
    .onConflictDoUpdate({ target: modDrafts.modId, set: draft })
    .returning({ updatedAt: modDrafts.updatedAt })
  return { revision: draft.revision, updatedAt: (saved?.updatedAt ?? new Date()).toISOString() }
}

export const discardDraft = async (tx: Tx, modId: number) => {
  await lockMod(tx, modId)
  await tx.delete(modDrafts).where(eq(modDrafts.modId, modId))
}
