import { and, asc, count, eq, type InferSelectModel, inArray, type SQL, sql } from 'drizzle-orm'
import { CART_LIMIT, type CartItem, type cartApi } from '@slipstream/contract/cart'
import type { BodyOf } from '@slipstream/contract/endpoint'
import { cents } from '@slipstream/contract/money'
import type { Db, Tx } from '@slipstream/db/client'
import { cartItems, carts } from '@slipstream/db/tables/cart'
import { categories, mods } from '@slipstream/db/tables/mods'
import {
  coverColumns,
  coverOf,
  isPublished,
  type PublicObjects,
  toPicture,
} from '#features/catalogue/mod-cards.service.ts'
import { salePriceAt } from '#features/catalogue/sale-price.service.ts'
import { ownsMod } from '#features/entitlements/ownership.service.ts'
import { includedModIds } from '#features/premium/included-mods.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'

declare module '#lib/cache/change-bus.ts' {
  interface Topics {
    cart: unknown
  }
}

type Wish = BodyOf<typeof cartApi.add>

/** Lists the mods of a cart in the order they were added. A prepared statement, because open pages run it often. */
export const openCartList = (db: Db, objects: PublicObjects) => {
  const prepare = () => selectItems(db, eq(cartItems.userId, sql.placeholder('userId'))).prepare('cart_of_user')
  let statement: ReturnType<typeof prepare> | undefined
  return async (userId: number): Promise<CartItem[]> => {
    statement ??= prepare()
    return (await statement.execute({ userId })).map(toItem(objects, new Date()))
  }
}

/** A member must confirm buying a mod that Premium includes, even if it is already in the cart. */
export const addToCart = async (tx: Tx, objects: PublicObjects, userId: number, wish: Wish): Promise<CartItem> => {
  const { modId } = wish
  const [mod] = await tx
    .select({ id: mods.id })
    .from(mods)
    .where(and(eq(mods.id, modId), isPublished))
  if (!mod) throw new DomainError('mod.not_found')
  if (await ownsMod(tx, userId, modId)) throw new DomainError('cart.owned')
  const isIncluded = (await includedModIds(tx, userId, [modId])).has(modId)
  if (isIncluded && !wish.buyToKeep) throw new DomainError('cart.included')

  // Also locks the cart against concurrent changes, so that the count below is right.
  await renewVersion(tx, userId)
  const [added] = await tx
    .insert(cartItems)
    .values({ userId, modId, buyToKeep: isIncluded })
    .onConflictDoUpdate({
      target: [cartItems.userId, cartItems.modId],
      set: { buyToKeep: true },
      setWhere: sql`excluded.buy_to_keep and not ${cartItems.buyToKeep}`,
    })
    .returning({ id: cartItems.id })
  if (!added) throw new DomainError('cart.already_in_cart')
  const [all] = await tx.select({ count: count() }).from(cartItems).where(eq(cartItems.userId, userId))
  if (all && all.count > CART_LIMIT) throw new DomainError('cart.full')

  const [item] = await selectItems(tx, eq(cartItems.id, added.id))
  if (!item) throw new Error('the new cart item was not found')
  return toItem(objects, new Date())(item)
}

export const removeFromCart = async (tx: Tx, userId: number, modId: number) => {
  const removed = await emptyCart(tx, userId, [modId])
  if (removed === 0) throw new DomainError('cart.not_in_cart')
}

export const clearCart = (tx: Tx, userId: number) => removeItems(tx, userId, eq(cartItems.userId, userId))

/** Removes the items that were bought and keeps any others. Returns how many were removed. */
export const emptyCart = (tx: Tx, userId: number, modIds: readonly number[]) =>
  removeItems(tx, userId, and(eq(cartItems.userId, userId), inArray(cartItems.modId, [...modIds])))

/** The items that can be bought right now, at current prices. */
export const cartForCheckout = async (db: Db, userId: number, now = new Date()) => {
  const rows = await db
    .select({ modId: mods.id, buyToKeep: cartItems.buyToKeep, ...OFFER_COLUMNS })
    .from(cartItems)
    .innerJoin(mods, eq(mods.id, cartItems.modId))
    .where(and(eq(cartItems.userId, userId), isPublished))
    .orderBy(asc(cartItems.id))
  return {
    lines: rows.map((row) => ({
      modId: row.modId,
      title: row.title,
      buyToKeep: row.buyToKeep,
      ...pricesAt(row, now),
    })),
  }
}

/** Every change to a cart goes through here: open pages learn of it by the version. */
const renewVersion = async (tx: Tx, userId: number) => {
  await tx
    .insert(carts)
    .values({ userId })
    .onConflictDoUpdate({ target: carts.userId, set: { version: sql`gen_random_uuid()` } })
  await announceChange(tx, 'cart', userId)
}

const removeItems = async (tx: Tx, userId: number, condition: SQL | undefined) => {
  const removed = await tx.delete(cartItems).where(condition).returning({ id: cartItems.id })
  if (removed.length > 0) await renewVersion(tx, userId)
  return removed.length
}

const OFFER_COLUMNS = {
  title: mods.title,
  priceCents: mods.priceCents,
  salePriceCents: mods.salePriceCents,
  saleStartsAt: mods.saleStartsAt,
  saleEndsAt: mods.saleEndsAt,
}
type Offer = Pick<InferSelectModel<typeof mods>, keyof typeof OFFER_COLUMNS>

const pricesAt = (offer: Offer, now: Date) => ({
  price: cents(offer.priceCents),
  discountPrice: salePriceAt(offer, now),
})

const selectItems = (db: Db, condition: SQL) => {
  const cover = coverOf(db)
  return db
    .select({
      id: cartItems.id,
      modId: cartItems.modId,
      buyToKeep: cartItems.buyToKeep,
      mod: { description: mods.description, includedWithPremium: mods.includedWithPremium, ...OFFER_COLUMNS },
      category: categories.slug,
      cover: coverColumns(cover),
    })
    .from(cartItems)
    .leftJoin(mods, and(eq(mods.id, cartItems.modId), isPublished))
    .leftJoin(categories, eq(categories.id, mods.categoryId))
    .leftJoinLateral(cover, sql`true`)
    .where(condition)
    .orderBy(asc(cartItems.id))
}
type ItemRow = Awaited<ReturnType<typeof selectItems>>[number]

const toItem =
  (objects: PublicObjects, now: Date) =>
  ({ id, modId, buyToKeep, mod, category, cover }: ItemRow): CartItem => {
    const picture = cover && toPicture(objects, cover)
    return {
      id,
      modId,
      buyToKeep,
      mod: mod && {
        title: mod.title,
        description: mod.description,
        category: category ?? '',
        ...pricesAt(mod, now),
        includedWithPremium: mod.includedWithPremium,
        previewImageUrl: picture?.src ?? null,
        picture,
      },
    }
  }
