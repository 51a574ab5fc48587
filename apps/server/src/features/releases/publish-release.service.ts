import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, ne, or, sql } from 'drizzle-orm'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { ANNOUNCE_AFTER_MINUTES } from '@slipstream/contract/release-limits'
import type { UploadStatus } from '@slipstream/contract/uploads'
import type { Tx } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { uploads } from '@slipstream/db/tables/uploads'
import { recordChange } from '#features/audit/audit.service.ts'
import { queueSplit } from '#features/copies/split-release.service.ts'
import { queueAnnouncement } from '#features/locker/announce-release.service.ts'
import { nameFile } from './file-name.service.ts'
import { modChanged } from '#features/catalogue/mod-changed.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { lockRelease, type LockedRelease } from './lock-release.service.ts'
import { compareRelease } from './review-release.service.ts'
import { confirmTestedVersions } from './tested-versions.service.ts'

const ANNOUNCE_AFTER_MS = ANNOUNCE_AFTER_MINUTES * MINUTE_MS

interface Act {
  /** Null for the store's own job. */
  actorId: number | null
  releaseId: number
}

export const isUnusable = (status: UploadStatus) => ['refused', 'damaged', 'canceled'].includes(status)

/** The release players get once the mod is published: the newest published one, otherwise the newest checked draft. */
export const findReleaseToShow = async (tx: Tx, modId: number) => {
  const isChecked = or(sql`${modReleases.uploadId} is null`, eq(uploads.status, 'ready'))
  const [release] = await tx
    .select({ id: modReleases.id, status: modReleases.status, gameVersions: modReleases.gameVersions })
    .from(modReleases)
    .leftJoin(uploads, eq(uploads.id, modReleases.uploadId))
    .where(and(eq(modReleases.modId, modId), ne(modReleases.status, 'withdrawn'), isChecked))
    .orderBy(sql`${modReleases.status} <> 'published'`, desc(modReleases.id))
    .limit(1)
  return release
}

interface Choices {
  /** Null for now. */
  at: Date | null
  /** Replace what the release has. */
  changes?: string[] | undefined
  gameVersions?: string[] | undefined
  /** Nobody is told. */
  isQuiet?: boolean | undefined
  /** The folder that somebody typed to confirm a foreign vehicle. */
  foreignFolder?: string | undefined
}

/** Publishes a release now or at a given time. A withdrawn one returns with its original date. */
export const publishRelease = async (tx: Tx, { actorId, releaseId, at, ...choices }: Act & Choices) => {
  const locked = await choose(tx, { actorId, locked: await lockRelease(tx, releaseId) }, choices)
  if (at !== null && at > new Date()) return planRelease(tx, { actorId, locked, publishAt: at })
  await offerRelease(tx, { actorId, locked })
}

/** Checks the archive and stores what was chosen for it. */
const choose = async (tx: Tx, { actorId, locked }: Offer, choices: Omit<Choices, 'at'>): Promise<LockedRelease> => {
  const { mod, release } = locked
  if (release.status === 'published') throw new DomainError('release.already_published')
  await requireChecked(tx, locked)
  const confirmedVehicles = await confirmVehicles(tx, release, choices.foreignFolder)
  const { changes = release.changes, gameVersions = release.gameVersions, isQuiet = false } = choices
  const chosen = { changes, gameVersions, isQuiet, confirmedVehicles }
  await tx.update(modReleases).set(chosen).where(eq(modReleases.id, release.id))
  const words = (of: Pick<typeof chosen, 'changes' | 'gameVersions' | 'confirmedVehicles'>) => ({
    ...{ changes: of.changes, gameVersions: of.gameVersions, confirmedVehicles: of.confirmedVehicles },
  })
  if (!isDeepStrictEqual(words(release), words(chosen))) {
    const { id: subjectId, version } = release
    await recordChange(tx, {
      ...{ actorId, action: 'edit', subject: 'release', subjectId, subjectName: `${mod.title} ${version}` },
      ...{ before: words(release), after: words(chosen) },
    })
  }
  return { mod, release: { ...release, ...chosen } }
}

/** A zip of another vehicle is the mistake that mails every owner a wrong file. */
const confirmVehicles = async (tx: Tx, release: LockedRelease['release'], typed: string | undefined) => {
  const { foreignFolders } = await compareRelease(tx, release)
  if (foreignFolders.length > 0 && typed !== foreignFolders[0]) throw new DomainError('release.foreign_vehicle')
  return [...release.confirmedVehicles, ...foreignFolders]
}

const requireChecked = async (tx: Tx, { release }: LockedRelease) => {
  if (release.uploadId === null) return
  const [upload] = await tx.select({ status: uploads.status }).from(uploads).where(eq(uploads.id, release.uploadId))
  if (upload && isUnusable(upload.status)) throw new DomainError('upload.unusable')
  if (upload?.status !== 'ready') throw new DomainError('release.not_checked')
}

interface Offer {
  actorId: number | null
  locked: LockedRelease
}

const offerRelease = async (tx: Tx, { actorId, locked }: Offer) => {
  const { mod, release } = locked
  // Before publishing, because the file name is fixed from then on.
  await nameFile(tx, mod, mod.title)
  const publishedAt = sql`coalesce(${modReleases.publishedAt}, clock_timestamp())`
  // A release that returns is not announced a second time.
  const announceAt = release.announceAt ?? (release.isQuiet ? null : new Date(Date.now() + ANNOUNCE_AFTER_MS))
  await tx
    .update(modReleases)
    .set({ status: 'published', publishedAt, publishAt: null, announceAt })
    .where(eq(modReleases.id, release.id))
  await confirmTestedVersions(tx, { actorId, releaseId: release.id, tested: release.gameVersions })
  // Nobody can download the release before it is split, because every copy is marked.
  await queueSplit(tx, release.id)
  if (announceAt && !release.announceAt) await queueAnnouncement(tx, release.id, announceAt)
  await modChanged(tx, mod.id)
  await noteStatus(tx, {
    actorId,
    action: 'publish',
    locked,
    after: { status: 'published', publishAt: null, ...(release.isQuiet && { isQuiet: true }) },
  })
}

const planRelease = async (tx: Tx, plan: Offer & { publishAt: Date | null }) => {
  const { actorId, locked, publishAt } = plan
  const { id, status } = locked.release
  await tx.update(modReleases).set({ publishAt }).where(eq(modReleases.id, id))
  const action = publishAt ? 'schedule' : 'unschedule'
  await noteStatus(tx, { actorId, action, locked, after: { status, publishAt } })
}

/** Cancels a scheduled publication. */
export const unscheduleRelease = async (tx: Tx, { actorId, releaseId }: Act) => {
  const locked = await lockRelease(tx, releaseId)
  if (locked.release.publishAt) await planRelease(tx, { actorId, locked, publishAt: null })
}

/** Rolls back: players get the previous release again. Owners who have not been told yet never are. */
export const withdrawRelease = async (tx: Tx, { actorId, releaseId }: Act) => {
  const locked = await lockRelease(tx, releaseId)
  const { mod, release } = locked
  if (release.status !== 'published') throw new DomainError('release.not_published')
  const others = and(eq(modReleases.modId, mod.id), eq(modReleases.status, 'published'), ne(modReleases.id, releaseId))
  const [other] = await tx.select({ id: modReleases.id }).from(modReleases).where(others).limit(1)
  if (!other) throw new DomainError('release.only_one')
  const isTold = release.announceAt !== null && release.announceAt <= new Date()
  const announceAt = isTold ? release.announceAt : null
  await tx.update(modReleases).set({ status: 'withdrawn', announceAt }).where(eq(modReleases.id, releaseId))
  await modChanged(tx, mod.id)
  await noteStatus(tx, { actorId, action: 'roll back', locked, after: { status: 'withdrawn', publishAt: null } })
}

/** Publishes a due release, unless it was published or unscheduled meanwhile. */
export const publishDueRelease = async (tx: Tx, releaseId: number) => {
  const locked = await lockRelease(tx, releaseId)
  const { publishAt } = locked.release
  if (!publishAt || publishAt > new Date()) return
  await requireChecked(tx, locked)
  await offerRelease(tx, { actorId: null, locked })
}

interface Noted extends Offer {
  action: string
  after: { status: LockedRelease['release']['status']; publishAt: Date | null; isQuiet?: boolean }
}

const noteStatus = (tx: Tx, { actorId, action, locked: { mod, release }, after }: Noted) => {
  const { id: subjectId, version, status, publishAt } = release
  const subjectName = `${mod.title} ${version}`
  const before = { status, publishAt }
  return recordChange(tx, { actorId, action, subject: 'release', subjectId, subjectName, before, after })
}
