import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Locker } from '@slipstream/contract/locker'
import { inTransaction } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { users } from '@slipstream/db/tables/users'
import { createMod, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { grantMod } from '#features/entitlements/entitlements.service.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { freshName, newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { queueAnnouncement } from './announce-release.service.ts'

const store = await openEmptiedTestStore()

const SILENT = { notificationChoices: { modUpdates: false } }

const releasedMod = async () => {
  const mod = await createMod(store.db, { title: 'Kestrel R4 Rally' })
  const release = await createRelease(store.db, { modId: mod.id, version: '1.2.0', changes: ['New springs.'] })
  return { mod, release }
}
const reader = (values: Partial<typeof users.$inferInsert> = {}) =>
  newPerson(store, { emailVerifiedAt: new Date(), ...values })
const give = ({ row }: Person, modId: number) =>
  inTransaction(store.db, (tx) => grantMod(tx, { username: row.username, modId, reason: 'a present', by: row.id }))
/** Owners of the mod whose windows have closed, one per description. */
const newOwners = async (modId: number, people: readonly Partial<typeof users.$inferInsert>[]) => {
  const rows = await store.db
    .insert(users)
    .values(
      people.map((values) => {
        const username = freshName()
        return { username, email: `${username}@customer.example`, emailVerifiedAt: new Date(), ...values }
      }),
    )
    .returning()
  await store.db
    .insert(entitlements)
    .values(rows.map(({ id: userId }) => ({ userId, modId, source: 'grant' as const, windowEndsAt: new Date(0) })))
  return rows
}
const takeBack = (userId: number | undefined) =>
  store.db
    .update(entitlements)
    .set({ revokedAt: new Date(), revokeReason: 'refund' })
    .where(eq(entitlements.userId, userId ?? 0))
const closeWindows = () => store.db.update(entitlements).set({ windowEndsAt: new Date(Date.now() - 1_000) })
const windows = async () => {
  const rows = await store.db.select({ ends: entitlements.windowEndsAt }).from(entitlements)
  return { all: rows.length, closed: rows.filter(({ ends }) => ends === null || ends < new Date()).length }
}
const announce = async (releaseId: number) => {
  await inTransaction(store.db, (tx) => queueAnnouncement(tx, releaseId))
  await runJobs(store)
}
/** Does not wait: the queue is empty, so everything has been sent. */
const mailsTo = ({ email }: { email: string | null }) => readMailbox(email ?? '', 0)
const countMails = async (people: readonly { email: string | null }[]) =>
  (await Promise.all(people.map(mailsTo))).map((mails) => mails.length)
const lockerOf = async (person: Person) => (await person.call('GET', '/api/locker')).json<Locker>()

test('a new release opens a new download window for every owner and sends one mail to those who want updates', async () => {
  const { mod, release } = await releasedMod()
  const [wants, silent, gone] = [await reader(), await reader(SILENT), await reader()]
  for (const person of [wants, silent, gone]) await give(person, mod.id)
  await closeWindows()
  await takeBack(gone.row.id)

  await announce(release.id)

  for (const person of [wants, silent]) {
    expect((await lockerOf(person)).items[0]).toMatchObject({ isWindowOpen: true })
  }
  const [mail, ...more] = await mailsTo(wants.row)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Kestrel R4 Rally 1.2.0 is ready to download')
  expect(mail?.text).toContain('- New springs.')
  expect(await countMails([silent.row, gone.row])).toEqual([0, 0])
  const noticesOf = async (person: Person) =>
    (await person.call('GET', '/api/notifications')).json<{ items: { title: string }[] }>().items
  for (const person of [wants, silent]) {
    expect(await noticesOf(person)).toMatchObject([{ title: 'Kestrel R4 Rally 1.2.0 is ready to download' }])
  }
  expect(await noticesOf(gone)).toEqual([])
})

test('a release is mailed only to current owners with a verified address who want updates', async () => {
  const { mod, release } = await releasedMod()
  const owners = await newOwners(mod.id, [
    {},
    { notificationChoices: { modUpdates: true } },
    SILENT,
    { emailVerifiedAt: null },
    {},
  ])
  await takeBack(owners[4]?.id)
  await announce(release.id)
  expect(await countMails(owners)).toEqual([1, 1, 0, 0, 0])
})

test('a person who owns a mod both as a gift and by purchase gets one mail about a release with several batches of owners', async () => {
  const { mod, release } = await releasedMod()
  const twice = await reader()
  await give(twice, mod.id)
  // More than one batch.
  await newOwners(
    mod.id,
    Array.from({ length: 210 }, () => ({ email: null })),
  )
  await createPurchase(store.db, { userId: twice.row.id, mod })
  await closeWindows()

  await announce(release.id)

  expect(await mailsTo(twice.row)).toHaveLength(1)
  expect(await windows()).toEqual({ all: 212, closed: 0 })
})

test('a release with several batches of owners opens every download window and mails those who want updates once', async () => {
  const { mod, release } = await releasedMod()
  const told = [0, 199, 200, 229]
  const owners = await newOwners(
    mod.id,
    Array.from({ length: 230 }, (_, at) => (told.includes(at) ? {} : SILENT)),
  )
  await announce(release.id)
  expect(await windows()).toEqual({ all: 230, closed: 0 })
  expect(await countMails(owners.filter((_, at) => told.includes(at)))).toEqual([1, 1, 1, 1])
})

test('a release that was withdrawn before its announcement is not mailed', async () => {
  const { mod, release } = await releasedMod()
  const owners = await newOwners(mod.id, [{}])
  await store.db.update(modReleases).set({ status: 'withdrawn' }).where(eq(modReleases.id, release.id))
  await announce(release.id)
  expect(await countMails(owners)).toEqual([0])
})
