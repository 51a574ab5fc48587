import { asc, eq } from 'drizzle-orm'
import type { AdminMod, AdminPicture } from '@slipstream/contract/mods-admin'
import type { Db } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { modDrafts, mods } from '@slipstream/db/tables/mods'
import { DomainError } from '#lib/domain-error.ts'
import {
  GALLERY_COLUMNS,
  type PublicObjects,
  ratingOf,
  toGalleryPicture,
} from '#features/catalogue/mod-cards.service.ts'
import { fileNameOf } from '#features/releases/file-name.service.ts'
import { formVersionOf, readForm } from './mod-form.service.ts'

export const requireMod = async (db: Db, modId: number) => {
  const [mod] = await db.select().from(mods).where(eq(mods.id, modId))
  if (!mod) throw new DomainError('mod.not_found')
  return mod
}

export const readAdminMod = async (db: Db, objects: PublicObjects, modId: number): Promise<AdminMod> => {
  const mod = await requireMod(db, modId)
  const [draft] = await db.select().from(modDrafts).where(eq(modDrafts.modId, modId))
  const form = await readForm(db, mod)
  return {
    id: mod.id,
    status: mod.status,
    publishedAt: mod.publishedAt?.toISOString() ?? null,
    publishAt: mod.publishAt?.toISOString() ?? null,
    fileName: mod.fileName ?? fileNameOf(mod.title),
    form,
    formVersion: formVersionOf(form),
    draft: draft ? { typed: draft.typed, revision: draft.revision, updatedAt: draft.updatedAt.toISOString() } : null,
    pictures: await readGallery(db, objects, modId),
    shareImageUrl: mod.shareImageKey && objects.publicUrl(mod.shareImageKey),
    ratings: {
      rating: ratingOf(mod),
      ratingCount: mod.ratingCount,
      histogram: mod.starCounts as AdminMod['ratings']['histogram'],
    },
    updatedAt: mod.updatedAt.toISOString(),
  }
}

export const readGallery = async (db: Db, objects: PublicObjects, modId: number): Promise<AdminPicture[]> => {
  const rows = await db
    .select({ id: modPictures.id, ...GALLERY_COLUMNS })
    .from(modPictures)
    .where(eq(modPictures.modId, modId))
    .orderBy(asc(modPictures.sortOrder))
  return rows.map(({ id, ...row }) => ({ id, picture: toGalleryPicture(objects, row) }))
}
