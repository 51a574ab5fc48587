import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Announcement, AnnouncementChannel } from '@slipstream/contract/announcements'
import { inTransaction, readRows } from '@slipstream/db/client'
import { announcements } from '@slipstream/db/tables/announcements'
import { mods } from '@slipstream/db/tables/mods'
import { createCategory, createMod, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { modChanged } from '#features/catalogue/mod-changed.service.ts'
import { openDiscordWebhooks } from '#gateways/discord-webhooks.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { queuePost } from './queue-post.service.ts'
import { freePort } from '#testing/free-port.ts'
import { type OwnDiscord, startOwnDiscord } from '#testing/own-discord.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { postAnnouncement } from './post-announcement.service.ts'

const TOKEN = 'emulated-discord-webhook-token'
const CHANNEL = '/api/admin/announcements/channel'
const ALL = { mod: true, release: true, sale: true }

let store: TestStore
let discord: OwnDiscord
let admin: Person
let categoryId: number
beforeAll(async () => {
  discord = await startOwnDiscord()
  store = await openTestStore({}, { DISCORD_URL: discord.address })
})
beforeEach(async () => {
  await store.empty()
  await store.db.execute('delete from graphile_worker._private_jobs')
  await discord.reset()
  admin = await newPerson(store, { isAdmin: true })
  categoryId = (await createCategory(store.db)).id
})
afterAll(async () => {
  await store.close()
  await discord.close()
})

const addressOf = (token = TOKEN) => `${discord.address}/api/webhooks/1180000000000000005/${token}`
const save = (body: object) => admin.call('PATCH', CHANNEL, body)
const turnOn = async (kinds = ALL) => {
  const answer = await save({ kinds, webhook: addressOf() })
  expect(answer.statusCode, answer.body).toBe(200)
  // A row of the same millisecond would not count as newer.
  await store.db.execute(sql`update announcement_channel set mods_since = mods_since - interval '1 second',
    releases_since = releases_since - interval '1 second', sales_since = sales_since - interval '1 second'`)
}
const newMod = (values: Partial<typeof mods.$inferInsert> = {}) =>
  createMod(store.db, { categoryId, title: 'Kestrel R4', publishedAt: new Date(), ...values })
const onSale = (values: Partial<typeof mods.$inferInsert> = {}) =>
  newMod({ publishedAt: new Date('2026-01-01'), priceCents: 1_500, salePriceCents: 999, ...values })
const announce = async () => {
  await inTransaction(store.db, (tx) => enqueue(tx, 'announcements.find', {}))
  await runJobs(store)
}
const titles = async () => (await discord.messages()).map(({ message }) => message.embeds[0]?.title)
const listed = async () => (await admin.call('GET', '/api/admin/announcements')).json<{ items: Announcement[] }>().items
const changeMod = (id: number, values: Partial<typeof mods.$inferInsert>) =>
  inTransaction(store.db, async (tx) => {
    await tx.update(mods).set(values).where(eq(mods.id, id))
    await modChanged(tx, id)
  })

describe('the webhook', () => {
  test('a webhook is checked with Discord, stored encrypted and never shown again', async () => {
    const answer = await save({ kinds: ALL, webhook: addressOf() })
    expect(answer.json<AnnouncementChannel>()).toMatchObject({ webhook: { name: 'Slipstream news' }, kinds: ALL })
    const everywhere = [
      answer.body,
      (await admin.call('GET', CHANNEL)).body,
      JSON.stringify((await store.db.execute('select * from announcement_channel')).rows),
      JSON.stringify((await store.db.execute('select * from audit_log')).rows),
    ]
    for (const text of everywhere) expect(text).not.toContain(TOKEN)
  })

  test.each([
    ['an address of another site', 'https://evil.example/api/webhooks/1/a', 400, 'announcement.webhook_invalid'],
    ['a word', 'hello', 400, 'announcement.webhook_invalid'],
    ['an address with a user name', 'http://me@127.0.0.1:1/api/webhooks/1/a', 400, 'announcement.webhook_invalid'],
  ])('%s is not accepted as a webhook address', async (_what, webhook, status, code) => {
    const answer = await save({ kinds: ALL, webhook })
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })

  test('a webhook is not saved if Discord does not know it or is down', async () => {
    const wrong = await save({ kinds: ALL, webhook: addressOf('wrong') })
    expect([wrong.statusCode, wrong.json().code]).toEqual([409, 'announcement.webhook_unknown'])
    await discord.fault({ kind: 'error' })
    const away = await save({ kinds: ALL, webhook: addressOf() })
    expect([away.statusCode, away.json().code]).toEqual([503, 'discord.away'])
    expect((await save({ kinds: ALL })).json().code).toBe('announcement.no_webhook')
    expect((await store.db.execute('select * from announcement_channel')).rows).toEqual([])
  })

  test('once the webhook is deleted nothing is announced, and deleting it again succeeds', async () => {
    await turnOn()
    const forget = async () => (await admin.call('DELETE', CHANNEL)).statusCode
    expect([await forget(), await forget()]).toEqual([200, 200])
    await newMod()
    await announce()
    expect(await titles()).toEqual([])
  })
})

describe('the Premium role', () => {
  const role = async () => (await admin.call('GET', CHANNEL)).json<AnnouncementChannel>().role

  test('saving and opening the Discord page show whether the bot can grant the Premium role', async () => {
    expect((await save({ kinds: ALL, webhook: addressOf() })).json<AnnouncementChannel>().role).toBe('fine')
    await discord.lowerBot(true)
    expect((await save({ kinds: ALL })).json<AnnouncementChannel>().role).toBe('too_low')
    expect(await role()).toBe('too_low')
    await discord.fault({ kind: 'error' })
    expect(await role()).toBe('away')
  })

  test('the Discord page shows the results of the latest nightly check of Premium roles', async () => {
    expect((await admin.call('GET', CHANNEL)).json<AnnouncementChannel>().roleCheck).toBeNull()
    await inTransaction(store.db, (tx) => enqueue(tx, 'premium.check_roles', {}))
    await runJobs(store)
    expect((await admin.call('GET', CHANNEL)).json<AnnouncementChannel>().roleCheck).toMatchObject({
      members: 4,
      missing: 0,
      extra: 0,
      unknown: 0,
    })
  })
})

describe('announcements', () => {
  test('[CAP-11] a new mod, a new release and a sale are announced once each, without mentions', async () => {
    const old = await newMod({ title: 'Marten', publishedAt: new Date('2026-01-01') })
    await onSale({ title: 'Long on sale' })
    await turnOn()
    const fresh = await newMod({ title: 'Kestrel R4', priceCents: 1_500 })
    await createRelease(store.db, { modId: old.id, version: '2.0', status: 'published', publishedAt: new Date() })
    await onSale({ title: 'Osprey' })
    await announce()
    await announce()
    expect((await titles()).toSorted()).toEqual(['Marten 2.0', 'New mod\\: Kestrel R4', 'On sale\\: Osprey'])
    const posted = await discord.messages()
    for (const { sent } of posted) expect(sent.allowed_mentions).toEqual({ parse: [] })
    const [mod] = posted.filter(({ message }) => message.embeds[0]?.title.includes('Kestrel'))
    expect(mod?.message.embeds[0]).toMatchObject({
      url: `${store.config.publicUrl}/mods/${fresh.id}`,
      fields: [{ name: 'Price', value: '$15.00' }],
    })
    expect((await listed()).map(({ state, title }) => [state, title])).toEqual([
      ['posted', 'Osprey'],
      ['posted', 'Marten'],
      ['posted', 'Kestrel R4'],
      ['dismissed', 'Long on sale'],
    ])
  })

  test('several sales that begin together are announced in one message', async () => {
    await turnOn()
    for (let number = 0; number < 17; number += 1) await onSale({ title: `Mod ${number}` })
    await announce()
    const [message, ...others] = await discord.messages()
    expect(others).toEqual([])
    expect(message?.message.embeds[0]?.title).toBe('17 mods on sale')
    expect(message?.message.embeds[0]?.description).toContain('and 2 more')
  })

  test('news of a kind that is turned off is not announced, even after the kind is turned on', async () => {
    await turnOn({ mod: false, release: true, sale: false })
    await newMod()
    await announce()
    await turnOn()
    await store.db.execute(sql`update announcement_channel set mods_since = now()`)
    await announce()
    expect(await titles()).toEqual([])
  })

  test('correcting a mod or ending its sale edits the posted message', async () => {
    await turnOn()
    const { id } = await onSale({ title: 'Ospray' })
    await announce()
    const [before] = await discord.messages()
    await changeMod(id, { title: 'Osprey', salePriceCents: 899 })
    await announce()
    const [corrected, ...others] = await discord.messages()
    expect(others).toEqual([])
    expect(corrected?.message).toMatchObject({
      id: before?.message.id,
      edited_timestamp: expect.any(String),
      embeds: [{ title: 'On sale\\: Osprey', fields: [{ name: 'Price', value: '$8.99 instead of $15.00' }] }],
    })
    await changeMod(id, { salePriceCents: null })
    await announce()
    expect((await discord.messages())[0]?.message.embeds[0]).toMatchObject({
      title: 'Osprey',
      description: 'This sale is over.',
    })
    expect((await listed())[0]?.editedAt).not.toBeNull()

    await changeMod(id, { salePriceCents: 500 })
    await announce()
    expect(await titles()).toEqual(['On sale\\: Osprey', 'Osprey'])
  })

  test('a posted message that is still correct is not edited', async () => {
    await turnOn()
    const { id } = await newMod()
    await announce()
    await changeMod(id, { tags: ['rally'] })
    await announce()
    expect((await discord.messages())[0]?.message.edited_timestamp).toBeNull()
    expect(await discord.calls()).not.toContain('PATCH 200')
  })

  test('a message that was deleted on Discord is not corrected anymore', async () => {
    await turnOn()
    const { id } = await newMod()
    await announce()
    await discord.reset()
    await changeMod(id, { title: 'Other' })
    await announce()
    await announce()
    expect(await discord.calls()).toEqual(['PATCH 404'])
    expect((await listed())[0]).toMatchObject({ state: 'posted', url: null, note: expect.stringContaining('404') })
  })
})

describe('T-XSS: hostile texts', () => {
  test.each([
    '@everyone <@123> <@&456> <#789> <:x:1>',
    '**bold** _it_ ~~no~~ ||spoiler|| `code` ```block```',
    '[click](https://evil.example) https://evil.example <https://evil.example>',
    '# heading',
    '- list',
    '> quote',
    '\\[x\\](https://evil.example)',
    '<script>alert(1)</script>',
  ])('T-XSS: %s stays plain text in an embed', async (title) => {
    await turnOn()
    await newMod({ title, description: title })
    await announce()
    const [embed] = (await discord.messages())[0]?.message.embeds ?? []
    const description = embed?.description ?? ''
    // Every special character follows a backslash, and removing the backslashes gives the original text.
    expect(description.replaceAll(/\\([^a-z0-9\s])/gi, '$1')).toBe(title)
    expect(description.replaceAll(/\\[^a-z0-9\s]/gi, '')).not.toMatch(/[*_~|`<>[\]()@:]|^\s*[#+-]/m)
  })
})

describe('failures at Discord', () => {
  test('a rate limit is waited out, and the announcement is posted once', async () => {
    await turnOn()
    await newMod()
    await discord.fault({ kind: 'rate-limit', call: 'POST', times: 1 })
    await announce()
    expect((await listed())[0]?.state).toBe('waiting')
    await expect
      .poll(
        async () => {
          await runJobs(store)
          return titles()
        },
        { timeout: 15_000 },
      )
      .toEqual(['New mod\\: Kestrel R4'])
  })

  test.each(['error-after', 'error', 'unavailable'])(
    'after the fault %s it is unknown whether an announcement was posted: only an administrator can post it again',
    async (kind) => {
      await turnOn()
      await newMod()
      await discord.fault({ kind, call: 'POST', times: 1 })
      await announce()
      await announce()
      const [row] = await listed()
      expect(row?.state).toBe('unknown')
      const notices = await readRows<{ title: string }>(
        store.db,
        sql`select title from notifications where kind = 'incident'`,
      )
      expect(notices.map(({ title }) => title)).toEqual(['An announcement on Discord needs you'])
      const before = (await discord.messages()).length
      expect(before).toBe(kind === 'error-after' ? 1 : 0)

      expect((await admin.call('POST', `/api/admin/announcements/${row?.id ?? 0}/again`)).statusCode).toBe(200)
      await runJobs(store)
      expect((await discord.messages()).length).toBe(before + 1)
      expect((await listed())[0]?.state).toBe('posted')
    },
  )

  test('an announcement whose worker died after posting waits for an administrator and is not posted again', async () => {
    await turnOn()
    await newMod()
    await announce()
    // The state that the dead worker left: claimed, not settled.
    await store.db
      .update(announcements)
      .set({ state: 'sending', messageId: null, claimedAt: new Date(Date.now() - 300_000) })
    const [row] = await listed()
    await inTransaction(store.db, (tx) => queuePost(tx, row?.id ?? 0))
    await announce()
    expect((await listed())[0]).toMatchObject({ state: 'unknown', note: 'The worker died while posting' })
    expect(await titles()).toHaveLength(1)
    expect((await admin.call('POST', `/api/admin/announcements/${row?.id ?? 0}/dismiss`)).statusCode).toBe(200)
    expect((await listed())[0]?.state).toBe('dismissed')
    const again = await admin.call('POST', `/api/admin/announcements/${row?.id ?? 0}/again`)
    expect([again.statusCode, again.json().code]).toEqual([409, 'announcement.wrong_state'])
  })

  test('concurrent jobs for one announcement post it once', async () => {
    await turnOn()
    await store.db.insert(announcements).values({ kind: 'mod' })
    const [row] = await listed()
    const { id: modId } = await newMod()
    await store.db.execute(
      sql`insert into announcement_items (announcement_id, kind, mod_id) values (${row?.id}, 'mod', ${modId})`,
    )
    const { services, config } = store
    const parts = { ...services, publicUrl: config.publicUrl, encryption: services.auth.encryption }
    await Promise.all([1, 2, 3].map(() => postAnnouncement(parts, row?.id ?? 0)))
    expect(await titles()).toHaveLength(1)
  })

  test('an announcement that Discord refuses waits for an administrator', async () => {
    await turnOn()
    await newMod()
    await store.db.execute(
      sql`update announcement_channel set webhook = ${store.services.auth.encryption.encrypt('1180000000000000005/gone')}`,
    )
    await announce()
    expect((await listed())[0]).toMatchObject({ state: 'refused', note: 'Discord answered 401 Invalid Webhook Token' })
  })

  test('an announcement waits while Discord cannot be reached, and after a day an administrator decides', async () => {
    await turnOn()
    await newMod()
    const unreachable = {
      ...store.config,
      providers: { ...store.config.providers, discord: `http://127.0.0.1:${await freePort()}` },
    }
    const services = { ...store.services, discordWebhooks: openDiscordWebhooks(unreachable) }
    await inTransaction(store.db, (tx) => enqueue(tx, 'announcements.find', {}))
    await runJobs({ ...store, services })
    expect((await listed())[0]?.state).toBe('waiting')
    await store.db.update(announcements).set({ createdAt: new Date(Date.now() - 2 * 86_400_000) })
    await store.db.execute('delete from graphile_worker._private_jobs')
    await announce()
    expect((await listed())[0]).toMatchObject({ state: 'refused', note: 'Discord could not be reached for a day' })
  })
})

test('the preview shows the newest mod, release or sale as it would be announced, or an example', async () => {
  const preview = async (kind: string) => {
    const path = `/api/admin/announcements/preview?kind=${kind}` as '/api/admin/announcements/preview'
    return (await admin.call('GET', path)).json<{ embed: { title: string }; isExample: boolean }>()
  }
  for (const kind of ['mod', 'release', 'sale']) expect(await preview(kind)).toMatchObject({ isExample: true })
  const { id } = await onSale({ title: 'Osprey' })
  await createRelease(store.db, { modId: id, version: '2.0', status: 'published', publishedAt: new Date() })
  const found = await Promise.all(['mod', 'release', 'sale'].map(preview))
  expect(found.map(({ embed, isExample }) => [embed.title, isExample])).toEqual([
    ['New mod: Osprey', false],
    ['Osprey 2.0', false],
    ['On sale: Osprey', false],
  ])
})
