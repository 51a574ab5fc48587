import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '@slipstream/contract/durations'
import { type DownloadNote, DOWNLOADS_PER_DAY, type Locker } from '@slipstream/contract/locker'
import { inTransaction } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads, releaseReports } from '@slipstream/db/tables/locker'
import { gameVersions } from '@slipstream/db/tables/mod-releases'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { freePort } from '#testing/free-port.ts'
import { openServer } from '#testing/open-server.ts'
import { newPerson, type Person, withToken } from '#testing/people.ts'
import { createReleasedMod, requestDownload } from '#testing/released-mod.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { untilWaiting } from '#testing/until-waiting.ts'

const store = await openEmptiedTestStore()

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS)

/** A mod with a file in the bucket. */
const releasedMod = async () => {
  const { mod, release } = await createReleasedMod(store)
  return { ...mod, release }
}
const isOf = (person: Person, modId: number) =>
  and(eq(entitlements.userId, person.row.id), eq(entitlements.modId, modId))
const own = async (
  person: Person,
  mod: { id: number; title: string },
  values: Partial<typeof entitlements.$inferInsert>,
) => {
  await createPurchase(store.db, { userId: person.row.id, mod })
  await store.db.update(entitlements).set(values).where(isOf(person, mod.id))
}
const windowOf = async (person: Person, modId: number) => {
  const [row] = await store.db.select().from(entitlements).where(isOf(person, modId))
  return row?.windowEndsAt ?? null
}
const renew = (person: Person, modId: number) => person.call('POST', `/api/locker/${modId}/renew`)

test('T-LINKSHARE: a mod revoked while its download is requested is not handed out', async () => {
  const mod = await releasedMod()
  const person = await newPerson(store)
  await own(person, mod, { windowEndsAt: daysFromNow(1) })
  const late = await inTransaction(store.db, async (tx) => {
    await tx.select().from(entitlements).for('update')
    const coming = person.call('POST', `/api/locker/${mod.id}/download`, {})
    await untilWaiting(store)
    await tx.update(entitlements).set({ revokedAt: new Date(), revokeReason: 'refund' })
    return { coming }
  })
  const answer = await late.coming
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'locker.not_owned'])
  expect(await store.db.select().from(downloads)).toEqual([])
})

test('an account gets a limited number of download links a day', async () => {
  const mod = await releasedMod()
  const person = await newPerson(store)
  await own(person, mod, { windowEndsAt: daysFromNow(1) })
  expect((await requestDownload(store, person, mod.id)).json()).toMatchObject({ state: 'ready' })
  await store.db.execute(sql`
    insert into downloads (user_id, mod_id, release_id, version)
    select user_id, mod_id, release_id, version from downloads, generate_series(2, ${DOWNLOADS_PER_DAY})`)
  const refused = await requestDownload(store, person, mod.id)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'request.too_many'])
  expect(await store.db.select().from(downloads)).toHaveLength(DOWNLOADS_PER_DAY)
})

test('downloading a mod the user does not own is refused before its file is looked up', async () => {
  const mod = await releasedMod()
  await store.db.execute(sql`update mod_releases set object_key = null`)
  const answer = await (await newPerson(store)).call('POST', `/api/locker/${mod.id}/download`, {})
  expect(answer.json()).toMatchObject({ code: 'locker.not_owned' })
})

test('while storage is down a download answers an error, is not recorded and does not end the right of withdrawal', async () => {
  const mod = await releasedMod()
  const person = await newPerson(store)
  await own(person, mod, { windowEndsAt: daysFromNow(1) })
  const alone = await openServer({
    ...store.config,
    storage: { ...store.config.storage, endpoint: `http://127.0.0.1:${await freePort()}` },
  })
  const answer = await withToken(alone.app, person.token)('POST', `/api/locker/${mod.id}/download`, {})
  await alone.close()
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'storage.away'])
  expect(await store.db.select().from(downloads)).toEqual([])
  expect(await store.db.select().from(entitlements)).toMatchObject([{ firstDownloadedAt: null }])
})

describe('renewing a download', () => {
  test('a renewal extends only that user’s download window for that mod', async () => {
    const [mod, another] = [await releasedMod(), await releasedMod()]
    const [person, other] = [await newPerson(store), await newPerson(store)]
    const over = daysFromNow(-1)
    await own(person, mod, { windowEndsAt: over })
    await own(person, another, { windowEndsAt: over })
    await own(other, mod, { windowEndsAt: over })
    expect((await renew(person, mod.id)).statusCode).toBe(200)
    expect((await windowOf(person, mod.id))?.getTime()).toBeGreaterThan(daysFromNow(29).getTime())
    expect(await windowOf(person, another.id)).toEqual(over)
    expect(await windowOf(other, mod.id)).toEqual(over)
  })

  test('a revoked mod cannot be renewed', async () => {
    const mod = await releasedMod()
    const person = await newPerson(store)
    const over = daysFromNow(-1)
    await own(person, mod, { windowEndsAt: over, revokedAt: new Date(), revokeReason: 'refund' })
    expect((await renew(person, mod.id)).json()).toMatchObject({ code: 'locker.not_owned' })
    expect(await windowOf(person, mod.id)).toEqual(over)
  })

  test('a renewal never shortens a longer or unlimited window', async () => {
    const [mod, another] = [await releasedMod(), await releasedMod()]
    const person = await newPerson(store)
    const far = daysFromNow(90)
    await own(person, mod, { windowEndsAt: far })
    await own(person, another, { windowEndsAt: null })
    expect((await renew(person, mod.id)).statusCode).toBe(200)
    expect((await renew(person, another.id)).json()).toMatchObject({ freeUntil: null, isWindowOpen: true })
    expect(await windowOf(person, mod.id)).toEqual(far)
    expect(await windowOf(person, another.id)).toBe(null)
  })
})

test('a compatibility report from a former owner is refused', async () => {
  const mod = await releasedMod()
  await store.db.insert(gameVersions).values({ version: '0.36' })
  const person = await newPerson(store)
  await own(person, mod, { revokedAt: new Date(), revokeReason: 'refund' })
  const answer = await person.call('POST', `/api/locker/${mod.id}/report`, { report: 'works' })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'locker.not_owned'])
  expect(await store.db.select().from(releaseReports)).toEqual([])
})

test('the locker shows the refund deadline until it has passed', async () => {
  const mod = await releasedMod()
  const person = await newPerson(store)
  const { order } = await createPurchase(store.db, { userId: person.row.id, mod, paidAt: daysFromNow(-13) })
  const read = async () => (await person.call('GET', '/api/locker')).json<Locker>().items[0]?.refundUntil
  expect(await read()).toBe(new Date((order.paidAt?.getTime() ?? 0) + 14 * DAY_MS).toISOString())
  await store.db.execute(sql`update orders set paid_at = now() - interval '14 days'`)
  expect(await read()).toBe(null)
})

test('paging through the list of downloads neither repeats nor skips one', async () => {
  const mod = await releasedMod()
  const person = await newPerson(store)
  const { entitlement } = await createPurchase(store.db, { userId: person.row.id, mod })
  await store.db.insert(downloads).values(
    Array.from({ length: 45 }, (_, at) => ({
      userId: person.row.id,
      modId: mod.id,
      releaseId: mod.release.id,
      entitlementId: entitlement.id,
      version: `1.${at}`,
    })),
  )
  const seen: string[] = []
  for (let after: string | null = ''; after !== null; ) {
    const answer = await person.call('GET', `/api/locker/downloads${after === '' ? '' : `?after=${after}`}`)
    const page = answer.json<{ items: DownloadNote[]; next: string | null }>()
    seen.push(...page.items.map(({ version }) => version))
    expect(seen.length).toBeLessThanOrEqual(45)
    after = page.next
  }
  expect(seen).toEqual(Array.from({ length: 45 }, (_, at) => `1.${44 - at}`))
})
