import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { WISHLIST_LIMIT } from '@slipstream/contract/wishlist'
import { inTransaction } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { wishlistItems } from '@slipstream/db/tables/wishlist'
import { createCategory, createMod, createPicture } from '@slipstream/db/testing/catalogue-factories'
import { erasePerson } from '#features/account/personal-data.service.ts'
import { PERSONAL_DATA } from '#all-personal-data.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let categoryId: number
beforeEach(async () => {
  categoryId = (await createCategory(store.db, { slug: 'sports', name: 'Sports' })).id
})

const newMod = (values: Partial<typeof mods.$inferInsert> = {}) => createMod(store.db, { categoryId, ...values })
const wish = (person: Person, modId: unknown) => person.call('POST', '/api/wishlist', { modId })
const titlesOf = async (person: Person) => {
  const answer = await person.call('GET', '/api/wishlist')
  expect(answer.statusCode).toBe(200)
  return answer.json<{ title: string }[]>().map(({ title }) => title)
}

describe('a wishlist', () => {
  test('[CAP-28] [OWN-04] a wishlist shows its owner’s mods as cards, newest first', async () => {
    const person = await newPerson(store)
    expect(await titlesOf(person)).toEqual([])

    const first = await newMod({ title: 'Ardent Meridian S' })
    const second = await newMod({ title: 'Kestrel R4 Rally' })
    await createPicture(store.db, { modId: first.id, label: 'Front' })
    expect((await wish(person, first.id)).json()).toEqual({ success: true })
    expect((await wish(person, second.id)).json()).toEqual({ success: true })

    expect(await titlesOf(person)).toEqual(['Kestrel R4 Rally', 'Ardent Meridian S'])
    const [, card] = (await person.call('GET', '/api/wishlist')).json()
    expect(card).toMatchObject({ id: first.id, category: 'sports', price: 12.5, picture: { label: 'Front' } })
  })

  test('[OWN-04] only its owner can see and change a wishlist', async () => {
    const [owner, other] = [await newPerson(store), await newPerson(store)]
    const mod = await newMod()
    await wish(owner, mod.id)
    expect(await titlesOf(other)).toEqual([])
    expect((await other.call('DELETE', `/api/wishlist/${mod.id}`)).statusCode).toBe(404)
    expect(await titlesOf(owner)).toEqual([mod.title])
    expect((await owner.call('GET', '/api/wishlist')).headers['cache-control']).toBe('private, no-store')
  })

  test('adding a mod to the wishlist twice keeps it once, in its place', async () => {
    const person = await newPerson(store)
    const [one, two] = [await newMod({ title: 'One' }), await newMod({ title: 'Two' })]
    for (const id of [one.id, two.id, one.id]) expect((await wish(person, id)).statusCode).toBe(200)
    expect(await titlesOf(person)).toEqual(['Two', 'One'])
  })

  test('a mod is removed from the wishlist, and removing it again answers 404', async () => {
    const person = await newPerson(store)
    const mod = await newMod()
    await wish(person, mod.id)
    expect((await person.call('DELETE', `/api/wishlist/${mod.id}`)).json()).toEqual({ success: true })
    expect(await titlesOf(person)).toEqual([])
    const again = await person.call('DELETE', `/api/wishlist/${mod.id}`)
    expect([again.statusCode, again.json()]).toMatchObject([404, { code: 'mod.not_found' }])
  })

  test.each(['draft', 'archived'] as const)(
    'adding a mod that is %s to the wishlist is refused without revealing that it exists',
    async (status) => {
      const person = await newPerson(store)
      const hidden = await newMod({ status })
      const refused = await wish(person, hidden.id)
      const unknown = await wish(person, hidden.id + 1)
      expect([refused.statusCode, unknown.statusCode]).toEqual([404, 404])
      expect(refused.json()).toMatchObject({ code: 'mod.not_found', message: unknown.json().message })
    },
  )

  test.each([0, -1, 1.5, 2_147_483_648, '1', null])('%j is refused as a wishlist mod id', async (modId) => {
    expect((await wish(await newPerson(store), modId)).statusCode).toBe(400)
  })

  test('an archived mod disappears from the wishlist and returns when it is published again', async () => {
    const person = await newPerson(store)
    const mod = await newMod({ title: 'Merle Wayfarer' })
    await wish(person, mod.id)
    await store.db.update(mods).set({ status: 'archived' }).where(eq(mods.id, mod.id))
    expect(await titlesOf(person)).toEqual([])
    await store.db.update(mods).set({ status: 'published' }).where(eq(mods.id, mod.id))
    expect(await titlesOf(person)).toEqual(['Merle Wayfarer'])
  })

  test('a full wishlist accepts only mods that are already on it', async () => {
    const person = await newPerson(store)
    const many = Array.from({ length: WISHLIST_LIMIT }, (_, number) => ({
      title: `Harlan ${number}`,
      categoryId,
      priceCents: 500,
      currentPriceCents: 500,
      status: 'published' as const,
      publishedAt: new Date(),
    }))
    const ids = (await store.db.insert(mods).values(many).returning({ id: mods.id })).map(({ id }) => id)
    await store.db.insert(wishlistItems).values(ids.map((modId) => ({ modId, userId: person.row.id })))

    const oneMore = await wish(person, (await newMod()).id)
    expect([oneMore.statusCode, oneMore.json()]).toMatchObject([409, { code: 'wishlist.full' }])
    expect((await wish(person, ids[0])).statusCode).toBe(200)
    expect(await titlesOf(person)).toHaveLength(WISHLIST_LIMIT)
  })

  test('the wishlist is part of the data export and is deleted with the account', async () => {
    const [person, other] = [await newPerson(store), await newPerson(store)]
    const mod = await newMod({ title: 'Dustline Sandfox' })
    await wish(person, mod.id)
    await wish(other, mod.id)
    const exported = (await person.call('GET', '/api/account/export')).json()
    expect(exported.wishlist).toEqual({
      mods: [{ modId: mod.id, title: 'Dustline Sandfox', addedAt: expect.any(String) }],
      mailedNews: [],
    })

    await inTransaction(store.db, (tx) => erasePerson(tx, PERSONAL_DATA, person.row.id))
    const left = await store.db.select({ userId: wishlistItems.userId }).from(wishlistItems)
    expect(left).toEqual([{ userId: other.row.id }])
  })
})
