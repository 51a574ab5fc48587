import { and, asc, countDistinct, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { DEFAULT_NOTIFICATION_CHOICES } from '@slipstream/contract/account'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { users } from '@slipstream/db/tables/users'
import { notify } from '#features/notifications/notify.service.ts'
import { addressFor } from '#features/notifications/mail-user.service.ts'
import { readMailPictures } from '#features/pictures/mail-pictures.service.ts'
import { isOffered } from '#features/catalogue/offered-releases.ts'
import { readSettings } from '#features/settings/settings.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { queueMail } from '#lib/outbox/outbox.ts'
import { newReleaseMail } from './locker-mails.ts'
import { windowFromNow } from './renew.service.ts'

const OWNERS_AT_ONCE = 200

const PICTURE_WIDTH = 640

interface Parts {
  db: Db
  storage: Pick<Storage, 'publicUrl'>
  publicUrl: string
}

interface Step {
  releaseId: number
  /** The last owner notified; each further step is a job of its own. */
  afterId: number
}

/**
 * Opens a new download window for the owners of a mod and mails those who want it, in batches. A step and the job for
 * the next one commit together, so nobody is skipped after a crash. Iterates over owners, not entitlements, because a
 * person can own a mod both as a gift and by purchase.
 */
export const announceRelease = ({ db, storage, publicUrl }: Parts, { releaseId, afterId }: Step) =>
  inTransaction(db, async (tx) => {
    const release = await readRelease(tx, releaseId)
    if (!release) return
    const settings = await readSettings(tx)
    const owners = await nextOwners(tx, release.modId, afterId)
    const last = owners.at(-1)
    if (!last) return

    await tx
      .update(entitlements)
      .set({ windowEndsAt: windowFromNow(settings.downloadWindowDays) })
      .where(
        and(
          isLivingOf(release.modId),
          inArray(
            entitlements.userId,
            owners.map(({ id }) => id),
          ),
        ),
      )
    await notify(
      tx,
      owners.map(({ id }) => id),
      {
        kind: 'release',
        key: `release:${releaseId}`,
        title: `${release.title} ${release.version} is ready to download`,
        text: 'A free update for a mod you own.',
        link: '/mod-locker',
      },
    )
    const pictures = await readMailPictures(tx, storage, { modIds: [release.modId], width: PICTURE_WIDTH })
    const since = release.announceAt ?? undefined
    const letter = newReleaseMail({ ...release, picture: pictures.get(release.modId) }, { ...settings, publicUrl })
    for (const { id, choices, ...owner } of owners) {
      const wantsMail = choices.modUpdates ?? DEFAULT_NOTIFICATION_CHOICES.modUpdates
      const to = addressFor(letter, owner)
      if (to === null || !wantsMail) continue
      const options = { kind: 'releases', isBulk: true, about: `release ${releaseId}`, since } as const
      const key = `release-${releaseId}-${id}`
      await queueMail(tx, { to, userId: id, letter }, { ...options, key, isOnce: true })
    }
    if (owners.length < OWNERS_AT_ONCE) return
    const jobKey = `announce-release-${releaseId}-${last.id}`
    await enqueue(tx, 'locker.announce_release', { releaseId, afterId: last.id }, { priority: 10, jobKey })
  })

const readRelease = async (tx: Tx, releaseId: number) => {
  const [release] = await tx
    .select({
      modId: mods.id,
      title: mods.title,
      version: modReleases.version,
      changes: modReleases.changes,
      announceAt: modReleases.announceAt,
    })
    .from(modReleases)
    .innerJoin(mods, eq(mods.id, modReleases.modId))
    .where(and(eq(modReleases.id, releaseId), eq(modReleases.isQuiet, false), isOffered))
  return release
}

const isLivingOf = (modId: number) => and(eq(entitlements.modId, modId), isNull(entitlements.revokedAt))

const nextOwners = (tx: Tx, modId: number, afterId: number) =>
  tx
    .selectDistinctOn([entitlements.userId], {
      id: entitlements.userId,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      choices: users.notificationChoices,
    })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.userId))
    .where(and(isLivingOf(modId), gt(entitlements.userId, afterId), isNull(users.erasedAt)))
    .orderBy(asc(entitlements.userId))
    .limit(OWNERS_AT_ONCE)

/** Call in the transaction that publishes a release. By `at` it may have been taken back: then nobody is told. */
export const queueAnnouncement = (tx: Tx, releaseId: number, at = new Date()) =>
  enqueue(
    tx,
    'locker.announce_release',
    { releaseId, afterId: 0 },
    { priority: 10, jobKey: `announce-release-${releaseId}`, runAt: at },
  )

/** How many people a release of a mod is announced to, and how many of them by mail. */
export const countOwners = async (db: Db, modId: number) => {
  const byDefault = DEFAULT_NOTIFICATION_CHOICES.modUpdates
  const [counts] = await db
    .select({
      owners: countDistinct(users.id),
      mails: sql<number>`count(distinct ${users.id}) filter (where ${users.email} is not null
        and ${users.emailVerifiedAt} is not null
        and coalesce((${users.notificationChoices} ->> 'modUpdates')::boolean, ${byDefault}))`.mapWith(Number),
    })
    .from(entitlements)
    .innerJoin(users, eq(users.id, entitlements.userId))
    .where(and(isLivingOf(modId), isNull(users.erasedAt)))
  return counts ?? { owners: 0, mails: 0 }
}
