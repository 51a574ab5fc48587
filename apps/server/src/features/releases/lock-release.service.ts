import { eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { lockMod } from '#features/catalogue/lock-mod.service.ts'
import { DomainError } from '#lib/domain-error.ts'

/** Locks a release's mod, then reads both. The mod is always locked first, so that two transactions cannot deadlock. */
export const lockRelease = async (tx: Tx, releaseId: number) => {
  const ofRelease = eq(modReleases.id, releaseId)
  const [row] = await tx.select({ modId: modReleases.modId }).from(modReleases).where(ofRelease)
  if (!row) throw new DomainError('release.not_found')
  const mod = await lockMod(tx, row.modId)
  const [release] = await tx.select().from(modReleases).where(ofRelease)
  if (!release) throw new DomainError('release.not_found')
  return { mod, release }
}
export type LockedRelease = Awaited<ReturnType<typeof lockRelease>>
