import { eq } from 'drizzle-orm'
import type { BodyOf } from '@slipstream/contract/endpoint'
import type { releasesApi } from '@slipstream/contract/releases'
import type { Tx } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { uploads } from '@slipstream/db/tables/uploads'
import { recordChange } from '#features/audit/audit.service.ts'
import { lockMod } from '#features/catalogue/lock-mod.service.ts'
import { modChanged } from '#features/catalogue/mod-changed.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { isUniqueViolation } from '#lib/unique-violation.ts'
import { lockRelease, type LockedRelease } from './lock-release.service.ts'
import { isUnusable } from './publish-release.service.ts'
import { confirmTestedVersions } from './tested-versions.service.ts'

type Words = BodyOf<typeof releasesApi.edit>

/** Creates a draft release from an uploaded archive. Returns its id. */
export const createRelease = async (
  tx: Tx,
  { actorId, modId, uploadId, ...words }: BodyOf<typeof releasesApi.create> & { actorId: number; modId: number },
): Promise<number> => {
  const mod = await lockMod(tx, modId)
  // Locked, so that the upload is not canceled meanwhile.
  const [upload] = await tx.select().from(uploads).where(eq(uploads.id, uploadId)).for('update')
  if (!upload || upload.modId !== modId || upload.status === 'canceled') throw new DomainError('upload.not_found')
  if (isUnusable(upload.status)) throw new DomainError('upload.unusable')
  const { sizeBytes, objectKey, sha256 } = upload
  // The archive check fills in what is not known yet.
  const values = { modId, uploadId, ...words, sizeBytes, objectKey, sha256: sha256 ?? '' }
  const [release] = await tx.insert(modReleases).values(values).returning({ id: modReleases.id }).catch(refuseTaken)
  if (!release) throw new Error('the new release was not written')
  await note(tx, { actorId, action: 'create', mod, release: { id: release.id, ...words }, after: words })
  return release.id
}

/** Changes the texts of a release. A published release keeps its version, because players know it by that. */
export const editRelease = async (
  tx: Tx,
  { actorId, releaseId, words }: { actorId: number; releaseId: number; words: Words },
) => {
  const { mod, release } = await lockRelease(tx, releaseId)
  if (release.status !== 'draft' && words.version !== release.version) {
    throw new DomainError('release.version_is_fixed')
  }
  await tx.update(modReleases).set(words).where(eq(modReleases.id, releaseId)).catch(refuseTaken)
  if (release.status === 'published') {
    await confirmTestedVersions(tx, { actorId, releaseId, tested: words.gameVersions })
    await modChanged(tx, mod.id)
  }
  const { version, changes, gameVersions } = release
  await note(tx, { actorId, action: 'edit', mod, release, before: { version, changes, gameVersions }, after: words })
}

/** Removes a draft; its archive stays with the mod and can be used again. */
export const removeRelease = async (tx: Tx, { actorId, releaseId }: { actorId: number; releaseId: number }) => {
  const { mod, release } = await lockRelease(tx, releaseId)
  if (release.status !== 'draft') throw new DomainError('release.already_published')
  await tx.delete(modReleases).where(eq(modReleases.id, releaseId))
  const { version, changes, gameVersions } = release
  await note(tx, { actorId, action: 'remove', mod, release, before: { version, changes, gameVersions } })
}

const refuseTaken = (error: unknown): never => {
  if (isUniqueViolation(error, 'mod_releases_version')) throw new DomainError('release.version_taken')
  if (isUniqueViolation(error, 'mod_releases_once_per_upload')) throw new DomainError('upload.released')
  throw error
}

interface Noted extends Pick<LockedRelease, 'mod'> {
  actorId: number
  action: string
  release: { id: number; version: string }
  before?: Words
  after?: Words
}

const note = (tx: Tx, { actorId, action, mod, release, before, after }: Noted) =>
  recordChange(tx, {
    ...{ actorId, action, subject: 'release', subjectId: release.id, subjectName: `${mod.title} ${release.version}` },
    before: before ?? null,
    after: after ?? null,
  })
