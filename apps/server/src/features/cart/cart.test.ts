import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '@slipstream/contract/durations'
import { CART_LIMIT } from '@slipstream/contract/cart'
import { inTransaction } from '@slipstream/db/client'
import { cartItems, carts } from '@slipstream/db/tables/cart'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { mods } from '@slipstream/db/tables/mods'
import { users } from '@slipstream/db/tables/users'
import { createCategory, createMod, createPicture } from '@slipstream/db/testing/catalogue-factories'
import { erasePerson } from '#features/account/personal-data.service.ts'
import { PERSONAL_DATA } from '#all-personal-data.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { cartForCheckout, emptyCart } from './cart.service.ts'

const store = await openEmptiedTestStore()
let categoryId: number
beforeEach(async () => {
  categoryId = (await createCategory(store.db, { slug: 'sports', name: 'Sports' })).id
})

const newMod = (values: Partial<typeof mods.$inferInsert> = {}) => createMod(store.db, { categoryId, ...values })
const add = (person: Person, modId: unknown) => person.call('POST', '/api/cart', { modId })
const cartOf = async (person: Person) => {
  const answer = await person.call('GET', '/api/cart')
  expect(answer.statusCode).toBe(200)
  return answer.json<{ id: number; modId: number; mod: Record<string, unknown> | null }[]>()
}
const modsOf = async (person: Person) => (await cartOf(person)).map(({ modId }) => modId)

describe('a cart', () => {
  test('[CALL-02] [CART-16] a cart lists the mods in the order its owner added them', async () => {
    const person = await newPerson(store)
    expect(await cartOf(person)).toEqual([])

    const plain = await newMod({ title: 'Merle Wayfarer', description: 'Slow and glad of it.' })
    const reduced = await newMod({ title: 'Kestrel R4 Rally', priceCents: 1_799, salePriceCents: 1_299 })
    await createPicture(store.db, { modId: reduced.id, label: 'Front' })
    const added = await add(person, plain.id)
    expect([added.statusCode, added.json()]).toEqual([
      200,
      {
        id: expect.any(Number),
        modId: plain.id,
        buyToKeep: false,
        mod: {
          title: 'Merle Wayfarer',
          description: 'Slow and glad of it.',
          category: 'sports',
          price: 12.5,
          discountPrice: null,
          includedWithPremium: false,
          previewImageUrl: null,
          picture: null,
        },
      },
    ])
    const second = (await add(person, reduced.id)).json()
    expect(second.mod).toMatchObject({
      price: 17.99,
      discountPrice: 12.99,
      previewImageUrl: expect.stringMatching(/^http/),
      picture: { label: 'Front' },
    })
    expect(await cartOf(person)).toEqual([added.json(), second])
  })

  test('only its owner can see and change a cart', async () => {
    const [owner, other] = [await newPerson(store), await newPerson(store)]
    const mod = await newMod()
    await add(owner, mod.id)
    expect(await cartOf(other)).toEqual([])
    expect((await other.call('DELETE', `/api/cart/${mod.id}`)).json()).toMatchObject({ code: 'cart.not_in_cart' })
    expect((await other.call('DELETE', '/api/cart')).statusCode).toBe(200)
    expect(await modsOf(owner)).toEqual([mod.id])
  })

  test('[CART-13] a mod is not added twice, even by two clicks at once', async () => {
    const person = await newPerson(store)
    const mod = await newMod()
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(person, mod.id)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({
      code: 'cart.already_in_cart',
      message: 'This mod is already in your cart.',
    })
    expect(await modsOf(person)).toEqual([mod.id])
  })

  test('[CALL-02] one mod can be removed from a cart, and then all', async () => {
    const person = await newPerson(store)
    const [one, two, three] = [await newMod(), await newMod(), await newMod()]
    for (const { id } of [one, two, three]) await add(person, id)
    expect((await person.call('DELETE', `/api/cart/${two.id}`)).json()).toEqual({ success: true })
    expect(await modsOf(person)).toEqual([one.id, three.id])
    const again = await person.call('DELETE', `/api/cart/${two.id}`)
    expect([again.statusCode, again.json()]).toMatchObject([404, { code: 'cart.not_in_cart' }])

    const clear = async () => (await person.call('DELETE', '/api/cart')).json<unknown>()
    expect([await clear(), await clear()]).toEqual([{ success: true }, { success: true }])
    expect(await modsOf(person)).toEqual([])
  })

  test.each(['draft', 'archived'] as const)(
    'adding a mod with the status %s is refused without revealing that it exists',
    async (status) => {
      const person = await newPerson(store)
      const hidden = await newMod({ status })
      const [refused, unknown] = [await add(person, hidden.id), await add(person, hidden.id + 1)]
      expect([refused.statusCode, unknown.statusCode]).toEqual([404, 404])
      expect(refused.json()).toMatchObject({ code: 'mod.not_found', message: unknown.json().message })
    },
  )

  test.each([0, -1, 1.5, 2_147_483_648, '1', '', null])('[CART-11] %j is refused as a mod id', async (modId) => {
    expect((await add(await newPerson(store), modId)).statusCode).toBe(400)
  })

  test('adding to a cart accepts no price, amount or owner from the client', async () => {
    const [person, other] = [await newPerson(store), await newPerson(store)]
    const { id: modId } = await newMod()
    for (const more of [{ price: 0.01 }, { discountPrice: 0 }, { quantity: -1 }, { userId: other.row.id }]) {
      expect((await person.call('POST', '/api/cart', { modId, ...more })).statusCode).toBe(400)
    }
    expect([await cartOf(person), await cartOf(other)]).toEqual([[], []])
  })

  test('a mod that is no longer for sale keeps its place in the cart without details', async () => {
    const person = await newPerson(store)
    const [gone, left] = [await newMod(), await newMod()]
    await add(person, gone.id)
    await add(person, left.id)
    await store.db.update(mods).set({ status: 'archived' }).where(eq(mods.id, gone.id))
    expect(await cartOf(person)).toMatchObject([
      { modId: gone.id, mod: null },
      { modId: left.id, mod: { title: left.title } },
    ])
    expect((await person.call('DELETE', `/api/cart/${gone.id}`)).statusCode).toBe(200)
  })

  test('a cart has a size limit, even when many tabs fill it at once', async () => {
    const person = await newPerson(store)
    const many = Array.from({ length: CART_LIMIT + 2 }, (_, number) => ({
      title: `Harlan ${number}`,
      categoryId,
      priceCents: 500,
      currentPriceCents: 500,
      status: 'published' as const,
      publishedAt: new Date(),
    }))
    const ids = (await store.db.insert(mods).values(many).returning({ id: mods.id })).map(({ id }) => id)
    const [first = 0, second = 0, third = 0, ...others] = ids
    await store.db.insert(cartItems).values(others.map((modId) => ({ modId, userId: person.row.id })))
    const answers = await Promise.all([first, second, third].map((modId) => add(person, modId)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'cart.full' })
    expect(await modsOf(person)).toHaveLength(CART_LIMIT)
  })

  test('the cart is part of the data export and is deleted with the account', async () => {
    const [person, other] = [await newPerson(store), await newPerson(store)]
    const mod = await newMod({ title: 'Dustline Sandfox' })
    await add(person, mod.id)
    await add(other, mod.id)
    const exported = (await person.call('GET', '/api/account/export')).json()
    expect(exported.cart).toEqual([{ modId: mod.id, title: 'Dustline Sandfox', addedAt: expect.any(String) }])

    await inTransaction(store.db, (tx) => erasePerson(tx, PERSONAL_DATA, person.row.id))
    for (const table of [cartItems, carts]) {
      expect(await store.db.select({ userId: table.userId }).from(table)).toEqual([{ userId: other.row.id }])
    }
  })
})

describe('paying for a cart', () => {
  test('a buyer pays for what is for sale, at current prices', async () => {
    const person = await newPerson(store)
    const inAnHour = new Date(Date.now() + HOUR_MS)
    const reduced = await newMod({ title: 'Reduced', salePriceCents: 900, saleEndsAt: inAnHour })
    const soon = await newMod({ title: 'Soon reduced', salePriceCents: 900, saleStartsAt: inAnHour })
    const gone = await newMod()
    for (const { id } of [reduced, gone, soon]) await add(person, id)
    await store.db.update(mods).set({ status: 'archived' }).where(eq(mods.id, gone.id))

    const now = await cartForCheckout(store.db, person.row.id)
    expect(now.lines).toEqual([
      { modId: reduced.id, title: 'Reduced', price: 1_250, discountPrice: 900, buyToKeep: false },
      { modId: soon.id, title: 'Soon reduced', price: 1_250, discountPrice: null, buyToKeep: false },
    ])
    const then = await cartForCheckout(store.db, person.row.id, inAnHour)
    expect(then.lines.map(({ discountPrice }) => discountPrice)).toEqual([null, 900])
  })

  test('items that were not bought stay in the cart', async () => {
    const person = await newPerson(store)
    expect(await cartForCheckout(store.db, person.row.id)).toEqual({ lines: [] })
    const [bought, left] = [await newMod(), await newMod()]
    for (const { id } of [bought, left]) await add(person, id)
    const take = () => inTransaction(store.db, (tx) => emptyCart(tx, person.row.id, [bought.id]))
    expect([await take(), await take()]).toEqual([1, 0])
    expect(await modsOf(person)).toEqual([left.id])
  })

  test('an owned mod cannot be added again, and the owner can list what they own', async () => {
    const [person, other] = [await newPerson(store), await newPerson(store)]
    const [given, sold] = [await newMod(), await newMod()]
    const ownerships = [
      { modId: given.id, source: 'grant' as const },
      { modId: sold.id, source: 'grant' as const, revokedAt: new Date(), revokeReason: 'Refunded' },
    ]
    await store.db.insert(entitlements).values(ownerships.map((each) => ({ ...each, userId: person.row.id })))
    const answers = await Promise.all([given, sold].map(({ id }) => add(person, id)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 200])
    expect(answers[0]?.json()).toMatchObject({ code: 'cart.owned' })
    expect((await person.call('GET', '/api/cart/owned')).json()).toEqual([given.id])

    expect((await add(other, given.id)).statusCode).toBe(200)
    expect((await other.call('GET', '/api/cart/owned')).json()).toEqual([])
  })

  test('a member must ask explicitly to buy a mod that Premium includes, even if it is already in the cart', async () => {
    const [mod, early] = [await newMod({ includedWithPremium: true }), await newMod({ includedWithPremium: true })]
    const person = await newPerson(store)
    expect((await add(person, early.id)).json()).toMatchObject({ buyToKeep: false, mod: { includedWithPremium: true } })
    await store.db.update(users).set({ premiumExpiresAt: new Date(Date.now() + HOUR_MS) })

    expect((await add(person, mod.id)).json()).toMatchObject({ code: 'cart.included' })
    const keep = (modId: number) => person.call('POST', '/api/cart', { modId, buyToKeep: true })
    for (const { id } of [mod, early]) expect((await keep(id)).json()).toMatchObject({ modId: id, buyToKeep: true })
    expect((await keep(mod.id)).json()).toMatchObject({ code: 'cart.already_in_cart' })
    expect((await cartOf(person)).map(({ modId }) => modId)).toEqual([early.id, mod.id])
  })

  test('the wish to buy an included mod to keep it is recorded only for a Premium member', async () => {
    const mod = await newMod({ includedWithPremium: true })
    const person = await newPerson(store, { premiumExpiresAt: new Date(Date.now() - 1) })
    const added = await person.call('POST', '/api/cart', { modId: mod.id, buyToKeep: true })
    expect(added.json()).toMatchObject({ buyToKeep: false })
    expect((await person.call('POST', '/api/cart', { modId: mod.id, buyToKeep: false })).statusCode).toBe(400)
  })
})
