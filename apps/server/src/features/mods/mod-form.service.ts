import { createHash } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { ModForm } from '@slipstream/contract/mod-form'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { Db } from '@slipstream/db/client'
import { modConfigurations, relatedMods } from '@slipstream/db/tables/mods'
import type { ModRow } from '#features/catalogue/lock-mod.service.ts'
import { SPEC_COLUMNS } from '#features/catalogue/mod-details.service.ts'

/** The saved form of a mod. */
export const readForm = async (db: Db, mod: ModRow): Promise<ModForm> => {
  const { title, make, description, about, tags, requirements, videoUrl, includedWithPremium } = mod
  const configurations = await db
    .select(SPEC_COLUMNS)
    .from(modConfigurations)
    .where(eq(modConfigurations.modId, mod.id))
    .orderBy(asc(modConfigurations.sortOrder))
  const related = await db
    .select({ id: relatedMods.relatedId })
    .from(relatedMods)
    .where(eq(relatedMods.modId, mod.id))
    .orderBy(asc(relatedMods.sortOrder), asc(relatedMods.relatedId))
  return {
    ...{ title, make, description, about, tags, requirements, videoUrl, includedWithPremium },
    categoryId: mod.hasCategory ? mod.categoryId : null,
    price: mod.hasPrice ? cents(mod.priceCents) : null,
    sale: saleOf(mod),
    configurations,
    relatedIds: related.map(({ id }) => id),
  }
}

const saleOf = ({ salePriceCents, saleStartsAt, saleEndsAt }: ModRow): ModForm['sale'] =>
  salePriceCents === null
    ? null
    : {
        price: cents(salePriceCents),
        startsAt: saleStartsAt?.toISOString() ?? null,
        endsAt: saleEndsAt?.toISOString() ?? null,
      }

/** A hash of the form, with which a page names the version that it started from. */
export const formVersionOf = (form: ModForm) =>
  createHash('sha256').update(JSON.stringify(form)).digest('base64url').slice(0, 22)

/** The form as the audit log shows it, with formatted prices. */
export const formInWords = ({ price, sale, ...form }: ModForm) => ({
  ...form,
  price: price === null ? null : formatUsd(price),
  sale: sale && { ...sale, price: formatUsd(sale.price) },
})
