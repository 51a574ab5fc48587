import { isDeepStrictEqual } from 'node:util'
import { asc, eq, inArray } from 'drizzle-orm'
import type { BulkChange, BulkOutcome, Discount } from '@slipstream/contract/mod-list-admin'
import { inTransaction, type Tx } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { recordChange } from '#features/audit/audit.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { queueShareImage } from '#features/pictures/share-image.service.ts'
import { modChanged } from '#features/catalogue/mod-changed.service.ts'
import { archiveMod, publishMod } from './publish-mod.service.ts'

type Mod = typeof mods.$inferSelect

/** Changes every mod that can be changed and returns why the others could not. */
export const changeMods = async (tx: Tx, actorId: number, change: BulkChange): Promise<BulkOutcome> => {
  const found = await tx.select().from(mods).where(inArray(mods.id, change.ids)).orderBy(asc(mods.id)).for('update')
  const byId = new Map(found.map((mod) => [mod.id, mod]))
  const outcome: BulkOutcome = { changed: [], refused: [] }
  for (const id of new Set(change.ids)) {
    const mod = byId.get(id)
    try {
      if (!mod) throw new DomainError('mod.not_found')
      // A savepoint, so that a mod refused halfway is left unchanged.
      await inTransaction(tx, (step) => changeOne(step, actorId, mod, change))
      outcome.changed.push(id)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      outcome.refused.push({ id, title: mod?.title ?? '', reason: reasonOf(error) })
    }
  }
  return outcome
}

const reasonOf = ({ message, issues = [] }: DomainError) =>
  issues.length > 0 ? issues.map((issue) => issue.message).join(' ') : message

const changeOne = (tx: Tx, actorId: number, mod: Mod, { action, discount }: BulkChange): Promise<unknown> => {
  if (action === 'publish') return publishMod(tx, { actorId, modId: mod.id, at: null })
  if (action === 'archive') return archiveMod(tx, { actorId, modId: mod.id })
  return setSale(tx, actorId, mod, discount ? discounted(mod, discount) : NO_SALE)
}

type Sale = Pick<Mod, 'salePriceCents' | 'saleStartsAt' | 'saleEndsAt'>

const NO_SALE: Sale = { salePriceCents: null, saleStartsAt: null, saleEndsAt: null }

const discounted = ({ priceCents, hasPrice }: Mod, { percent, startsAt, endsAt }: Discount): Sale => {
  const salePriceCents = Math.round((priceCents * (100 - percent)) / 100)
  if (!hasPrice || salePriceCents >= priceCents) throw new DomainError('mod.no_discount')
  return {
    salePriceCents,
    saleStartsAt: startsAt === null ? null : new Date(startsAt),
    saleEndsAt: endsAt === null ? null : new Date(endsAt),
  }
}

const setSale = async (tx: Tx, actorId: number, mod: Mod, sale: Sale) => {
  const [before, after] = [termsOf(mod), termsOf(sale)]
  if (isDeepStrictEqual(before, after)) return
  await tx.update(mods).set(sale).where(eq(mods.id, mod.id))
  await modChanged(tx, mod.id)
  await queueShareImage(tx, mod.id)
  const action = sale.salePriceCents === null ? 'end sale' : 'discount'
  await recordChange(tx, {
    actorId,
    action,
    subject: 'mod',
    subjectId: mod.id,
    subjectName: mod.title,
    before,
    after,
  })
}

const termsOf = ({ salePriceCents, saleStartsAt, saleEndsAt }: Sale) => ({ salePriceCents, saleStartsAt, saleEndsAt })
