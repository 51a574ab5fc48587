import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HeldMessages } from '@slipstream/contract/outbox'
import { DAY_MS } from '@slipstream/contract/durations'
import { HELD_KINDS, type HeldKind } from '@slipstream/contract/outbox-kinds'
import type { Newsletter } from '@slipstream/contract/newsletter'
import { inTransaction, readRows } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { outbox } from '@slipstream/db/tables/outbox'
import { users } from '@slipstream/db/tables/users'
import { wishlistItems, wishlistNews } from '@slipstream/db/tables/wishlist'
import { createMod, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { NEWSLETTER } from '@slipstream/db/testing/newsletter-factories'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { silenceCopy } from '#features/backups/restore.service.ts'
import { releaseCopy } from '#features/backups/restored-copy.service.ts'
import { queueAnnouncement } from '#features/locker/announce-release.service.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { queueMail, queueReleased, withdrawMessages } from '#lib/outbox/outbox.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { type OwnDiscord, startOwnDiscord } from '#testing/own-discord.ts'
import { freshName, newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { sampleLetter } from '#testing/sample-letters.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { sendMessage } from './send-message.service.ts'

vi.setConfig({ testTimeout: 60_000 })

let store: TestStore
let discord: OwnDiscord
let admin: Person
beforeAll(async () => {
  discord = await startOwnDiscord()
  store = await openTestStore({}, { DISCORD_URL: discord.address })
})
beforeEach(async () => {
  await store.empty()
  await store.db.execute('delete from graphile_worker._private_jobs')
  await discord.reset()
  admin = await newPerson(store, { isAdmin: true })
})
afterAll(async () => {
  await store.close()
  await discord.close()
})

const newAddress = () => `${freshName()}@mail.example`
const mailTo = (to: string) => ({ to, userId: null, letter: sampleLetter({ subject: 'Your order' }) })
const queue = (to: string, options: Partial<Parameters<typeof queueMail>[2]> = {}) =>
  inTransaction(store.db, (tx) => queueMail(tx, mailTo(to), { kind: 'orders', ...options }))
const mailsTo = async (to: string | null) => (await readMailbox(to ?? '', 1)).length
const states = async () =>
  (await store.db.select({ state: outbox.state }).from(outbox).orderBy(outbox.id)).map(({ state }) => state)
const held = async () => {
  const answer = await admin.call('GET', '/api/admin/outbox')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ held: HeldMessages[] }>().held
}
const waitingIn = async (kind: HeldKind) => (await held()).find((one) => one.kind === kind)
const release = async (kind: HeldKind) => {
  const answer = await admin.call('POST', `/api/admin/outbox/${kind}/release`)
  expect(answer.statusCode, answer.body).toBe(200)
  await runJobs(store)
}
const discard = (kind: HeldKind) => admin.call('POST', `/api/admin/outbox/${kind}/discard`)
/** As the restore commands do. */
const restore = async () => {
  const parts = { erase: async () => {}, say: () => {}, erasures: [] }
  await silenceCopy(store.config.databaseUrl, 'archive', parts)
  await inTransaction(store.db, releaseCopy)
}

describe('sending', () => {
  test('a sent message keeps who got it and when, but not what it said', async () => {
    const to = newAddress()
    await queue(to)
    await runJobs(store)
    expect(await mailsTo(to)).toBe(1)
    expect(await store.db.select().from(outbox)).toMatchObject([
      { state: 'sent', address: to, payload: null, attempts: 1, settledAt: expect.any(Date) },
    ])
  })

  test('a job that runs twice queues its mail once, even after the mail was sent', async () => {
    const to = newAddress()
    await queue(to, { key: 'order-7', isOnce: true })
    await queue(to, { key: 'order-7', isOnce: true })
    await runJobs(store)
    await queue(to, { key: 'order-7', isOnce: true })
    await runJobs(store)
    expect([await mailsTo(to), await states()]).toEqual([1, ['sent']])
  })

  test('a message whose worker was killed is sent again by its own job and by no other', async () => {
    const to = newAddress()
    await queue(to)
    await store.db.update(outbox).set({ state: 'sending', claimedBy: '41' })
    const [row] = await store.db.select().from(outbox)
    const sent: string[] = []
    const messages = { 'mail.send': async ({ to: address }: { to: string }) => void sent.push(address) }
    const run = (id: string) =>
      sendMessage({ db: store.db, messages: messages as never }, row?.id ?? 0, {
        id,
        queuedAt: new Date(),
        isLastAttempt: false,
        signal: new AbortController().signal,
      })
    await run('42')
    expect(sent).toEqual([])
    await run('41')
    await run('41')
    expect(sent).toEqual([to])
  })

  test('waiting messages about one thing can be withdrawn, and later ones stay', async () => {
    const [early, late, other] = [newAddress(), newAddress(), newAddress()]
    await queue(early, { about: 'release 12' })
    await runJobs(store)
    const notBefore = new Date(Date.now() + 600_000)
    await queue(late, { about: 'release 12', notBefore })
    await queue(other, { about: 'release 13' })
    await runJobs(store)
    expect(await states()).toEqual(['sent', 'waiting', 'sent'])
    expect(await inTransaction(store.db, (tx) => withdrawMessages(tx, 'release 12'))).toBe(1)
    await store.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`)
    await runJobs(store)
    expect(await states()).toEqual(['sent', 'withdrawn', 'sent'])
    expect(await mailsTo(late)).toBe(0)
  })
})

describe('a restored store', () => {
  test('[CAP-45] nothing goes out after the release of a copy: newsletter, release, planned release and Discord wait, each until a person releases it', async () => {
    const reader = await createUser(store.db, { username: freshName(), notificationChoices: { newsletter: true } })
    const made = (await admin.call('POST', '/api/admin/newsletters', NEWSLETTER)).json<Newsletter>()
    await admin.call('POST', `/api/admin/newsletters/${made.id}/send`, { at: null })
    const [mod, owner] = [
      await createMod(store.db, { publishedAt: new Date() }),
      await createUser(store.db, { username: freshName() }),
    ]
    await createPurchase(store.db, { userId: owner.id, mod })
    const announced = await createRelease(store.db, { modId: mod.id })
    const publishAt = new Date(Date.now() - 60_000)
    const planned = await createRelease(store.db, {
      modId: mod.id,
      version: '2.0.0',
      status: 'draft',
      publishedAt: null,
      publishAt,
    })
    await inTransaction(store.db, (tx) => queueAnnouncement(tx, announced.id))
    const webhook = `${discord.address}/api/webhooks/1180000000000000005/emulated-discord-webhook-token`
    await admin.call('PATCH', '/api/admin/announcements/channel', {
      kinds: { mod: true, release: true, sale: true },
      webhook,
    })
    await store.db.execute(sql`update announcement_channel set mods_since = mods_since - interval '1 minute'`)

    await restore()
    const due = ['announcements.find', 'mods.publish_due', 'newsletter.start_due', 'operations.revive'] as const
    const runDue = async () => {
      for (const name of due) await inTransaction(store.db, (tx) => enqueue(tx, name, {}))
      await runJobs(store)
    }
    await runDue()
    const published = async () =>
      (await store.db.select().from(modReleases).where(eq(modReleases.id, planned.id)))[0]?.status
    const out = async () => [await mailsTo(reader.email), await mailsTo(owner.email), (await discord.messages()).length]
    expect(await out()).toEqual([0, 0, 0])
    expect(await published()).toBe('draft')

    expect((await held()).map(({ kind }) => kind)).toEqual(HELD_KINDS)
    expect(await waitingIn('newsletter')).toMatchObject({ fromBackup: 1, since: 0 })
    expect(await waitingIn('publication')).toMatchObject({ fromBackup: 1, since: 0 })
    expect(await waitingIn('releases')).toMatchObject({ fromBackup: 1, since: 0 })
    expect(await waitingIn('discord')).toMatchObject({ fromBackup: 0, since: 1 })
    const resumed = await admin.call('POST', `/api/admin/newsletters/${made.id}/resume`)
    expect([resumed.statusCode, resumed.json().code]).toEqual([409, 'newsletter.held'])

    await release('releases')
    expect(await out()).toEqual([0, 1, 0])
    await release('discord')
    expect(await out()).toEqual([0, 1, 1])
    await release('newsletter')
    await runDue()
    expect(await out()).toEqual([1, 1, 1])
    expect(await published()).toBe('draft')
    await release('publication')
    await runDue()
    expect(await published()).toBe('published')
    expect((await held()).map(({ kind }) => kind)).not.toContain('newsletter')
  })

  test('what waited when the backup was made can be discarded, and what came later still goes out', async () => {
    const [old, sending, fresh] = [newAddress(), newAddress(), newAddress()]
    await queue(old)
    await queue(sending)
    await store.db.update(outbox).set({ state: 'sending', claimedBy: '41' }).where(eq(outbox.address, sending))
    await restore()
    await queue(fresh)
    await runJobs(store)
    expect(await waitingIn('orders')).toMatchObject({ fromBackup: 2, since: 1, discardable: 2 })
    await discard('orders')
    expect(await waitingIn('orders')).toMatchObject({ fromBackup: 0, since: 1, discardable: 0 })
    await release('orders')
    expect(await states()).toEqual(['withdrawn', 'withdrawn', 'sent'])
    expect([await mailsTo(old), await mailsTo(fresh)]).toEqual([0, 1])
  })

  test('a discarded kind also drops what work from before the restore writes later, even after the kind is released', async () => {
    const owners = [await newPerson(store), await newPerson(store), await newPerson(store)]
    const mod = await createMod(store.db, { publishedAt: new Date() })
    for (const { row } of owners) await createPurchase(store.db, { userId: row.id, mod })
    const announced = await createRelease(store.db, { modId: mod.id })
    const announce = (releaseId: number, afterId: number) =>
      inTransaction(store.db, (tx) => enqueue(tx, 'locker.announce_release', { releaseId, afterId }))
    await restore()
    await announce(announced.id, owners[1]!.row.id)
    await runJobs(store)
    expect(await waitingIn('releases')).toMatchObject({ fromBackup: 1, since: 0, discardable: 1 })
    await discard('releases')
    await announce(announced.id, owners[0]!.row.id)
    await runJobs(store)
    expect(await waitingIn('releases')).toMatchObject({ fromBackup: 0, since: 0, discardable: 0 })
    await release('releases')
    await announce(announced.id, 0)
    await runJobs(store)
    expect(await states()).toEqual(['withdrawn'])

    const later = await createRelease(store.db, { modId: mod.id, version: '9.0.0' })
    await announce(later.id, 0)
    await runJobs(store)
    const mails = await Promise.all(owners.map(({ row }) => mailsTo(row.email)))
    expect(mails).toEqual([1, 1, 1])
  })

  test('reminders and wishlist news that were due before the restore count as from the backup, and later news do not', async () => {
    const [owner, wisher] = [await newPerson(store), await newPerson(store)]
    const [owned, wished] = [await createMod(store.db), await createMod(store.db, { publishedAt: new Date() })]
    await createPurchase(store.db, { userId: owner.row.id, mod: owned })
    await store.db.update(entitlements).set({ firstDownloadedAt: new Date(Date.now() - 20 * DAY_MS) })
    await store.db.update(users).set({ notificationChoices: { wishlistNews: true } })
    const createdAt = new Date(Date.now() - 20 * DAY_MS)
    await store.db.insert(wishlistItems).values({ userId: wisher.row.id, modId: wished.id, createdAt })
    await createRelease(store.db, { modId: wished.id, version: '2.0.0' })
    await restore()
    for (const name of ['reviews.remind', 'wishlist.mail_news'] as const)
      await inTransaction(store.db, (tx) => enqueue(tx, name, {}))
    await runJobs(store)
    expect(await waitingIn('reviews')).toMatchObject({ fromBackup: 1, since: 0 })
    expect(await waitingIn('wishlist')).toMatchObject({ fromBackup: 1, since: 0 })

    await store.db.delete(wishlistNews)
    await createRelease(store.db, { modId: wished.id, version: '3.0.0' })
    await inTransaction(store.db, (tx) => enqueue(tx, 'wishlist.mail_news', {}))
    await runJobs(store)
    expect(await waitingIn('wishlist')).toMatchObject({ fromBackup: 1, since: 1 })
  })

  test('a kind with more messages than one step releases loses none', async () => {
    const to = newAddress()
    await restore()
    await store.db.execute(sql`
      insert into outbox (kind, name, address, payload, is_bulk)
      select 'releases', 'none', ${to}, '{}', true from generate_series(1, 1200)`)
    let last: number | null = 0
    while (last !== null) {
      const after: number = last
      last = await inTransaction(store.db, (tx) => queueReleased(tx, 'releases', after))
    }
    const [queued] = await readRows<{ count: number }>(
      store.db,
      sql`select count(*)::int as count from graphile_worker.jobs where task_identifier = 'outbox.send_bulk'`,
    )
    expect(queued?.count).toBe(1_200)
  })
})
