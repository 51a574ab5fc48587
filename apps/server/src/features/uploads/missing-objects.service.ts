import { eq, isNotNull } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { releaseSplits } from '@slipstream/db/tables/copies'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { reviewPictures } from '@slipstream/db/tables/reviews'
import { teamMembers } from '@slipstream/db/tables/team'
import { ticketAttachments } from '@slipstream/db/tables/tickets'
import { uploads } from '@slipstream/db/tables/uploads'
import { readSettings } from '#features/settings/settings.service.ts'
import type { Storage } from '#gateways/storage.ts'
import type { BucketName } from '#gateways/storage-parts.ts'

interface Named {
  bucket: BucketName
  /** What the object is for, in the words of the report. */
  what: string
  key: string | null
}

/** Every object that must exist. Composed copies are not among them, because they are made again on request. */
const namedObjects = async (db: Db): Promise<Named[]> => {
  const of = (bucket: BucketName, what: string, rows: readonly { key: string | null }[]) =>
    rows.map(({ key }) => ({ bucket, what, key }))
  const splits = await db
    .select({ body: releaseSplits.bodyKey, plan: releaseSplits.planKey })
    .from(releaseSplits)
    .where(isNotNull(releaseSplits.readyAt))
  const { logo, sharePicture } = await readSettings(db)
  const waiting = db.select({ key: uploads.objectKey }).from(uploads).where(eq(uploads.status, 'ready'))
  return [
    ...of('private', 'archive of an upload', await waiting),
    ...of('private', 'archive of a release', await db.select({ key: modReleases.objectKey }).from(modReleases)),
    ...of(
      'private',
      'split release',
      splits.flatMap(({ body, plan }) => [{ key: body }, { key: plan }]),
    ),
    ...of(
      'private',
      'ticket attachment',
      await db.select({ key: ticketAttachments.objectKey }).from(ticketAttachments),
    ),
    ...of('public', 'picture of a mod', await db.selectDistinct({ key: modPictures.originalKey }).from(modPictures)),
    ...of('public', 'picture of a review', await db.select({ key: reviewPictures.objectKey }).from(reviewPictures)),
    ...of('public', 'share picture of a mod', await db.select({ key: mods.shareImageKey }).from(mods)),
    ...of('public', 'portrait', await db.select({ key: teamMembers.avatarKey }).from(teamMembers)),
    ...of('public', 'brand picture', [{ key: logo }, { key: sharePicture }]),
  ]
}

/** Finds objects that the database names and storage lacks, for example after the database was restored. */
export const findMissingObjects = async (db: Db, storage: Pick<Storage, 'list'>) => {
  const stored = { public: await keysIn(storage, 'public'), private: await keysIn(storage, 'private') }
  const named = (await namedObjects(db)).flatMap(({ key, ...rest }) => (key ? [{ key, ...rest }] : []))
  return { named: named.length, missing: named.filter(({ bucket, key }) => !stored[bucket].has(key)) }
}

const keysIn = async (storage: Pick<Storage, 'list'>, bucket: BucketName) => {
  const keys = new Set<string>()
  for await (const page of storage.list(bucket, '')) for (const { key } of page) keys.add(key)
  return keys
}
