import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { uploads } from '@slipstream/db/tables/uploads'
import { lockMod } from '#features/catalogue/lock-mod.service.ts'
import { createRelease } from '#features/releases/write-release.service.ts'
import { isUnusable } from '#features/releases/publish-release.service.ts'
import { DomainError } from '#lib/domain-error.ts'

const FIRST_VERSION = '1.0.0'

interface Filling {
  actorId: number
  modId: number
  uploadId: number
}

/**
 * Creates the first release of a draft from its archive. Returns true to one page only, which then applies the
 * archive's suggestions. The claim is stored with the archive, so a second tab or a reload does not redo what was
 * undone.
 */
export const fillMod = async (tx: Tx, { actorId, modId, uploadId }: Filling): Promise<boolean> => {
  const mod = await lockMod(tx, modId)
  const [upload] = await tx.select().from(uploads).where(eq(uploads.id, uploadId))
  if (!upload || upload.modId !== modId) throw new DomainError('upload.not_found')
  const isRead = upload.report !== null && !isUnusable(upload.status)
  if (!isRead || mod.status !== 'draft' || (await hasReleases(tx, modId))) return false
  const [claimed] = await tx
    .update(uploads)
    .set({ filledAt: sql`now()` })
    .where(and(eq(uploads.id, uploadId), isNull(uploads.filledAt)))
    .returning({ id: uploads.id })
  if (!claimed) return false
  await createRelease(tx, { actorId, modId, uploadId, version: FIRST_VERSION, changes: [], gameVersions: [] })
  return true
}

const hasReleases = async (tx: Tx, modId: number) => {
  const found = await tx.select({ id: modReleases.id }).from(modReleases).where(eq(modReleases.modId, modId)).limit(1)
  return found.length > 0
}
