import { isDeepStrictEqual } from 'node:util'
import { eq, inArray } from 'drizzle-orm'
import type { ConfigurationForm, ModForm } from '@slipstream/contract/mod-form'
import type { Tx } from '@slipstream/db/client'
import { categories, modConfigurations, modDrafts, mods, relatedMods } from '@slipstream/db/tables/mods'
import { recordChange } from '#features/audit/audit.service.ts'
import { lockMod } from '#features/catalogue/lock-mod.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { queueShareImage } from '#features/pictures/share-image.service.ts'
import { nameFile } from '#features/releases/file-name.service.ts'
import { modChanged } from '#features/catalogue/mod-changed.service.ts'
import { formInWords, formVersionOf, readForm } from './mod-form.service.ts'
import { missingIn } from './ready-mod.service.ts'

interface SavedForm {
  actorId: number
  modId: number
  form: ModForm
  /** The version of the form that the edit was based on. */
  basedOn: string | undefined
}

/** Saves a mod's form and drops its draft. */
export const saveMod = async (tx: Tx, { actorId, modId, form, basedOn }: SavedForm) => {
  const mod = await lockMod(tx, modId)
  const before = await readForm(tx, mod)
  if (basedOn !== undefined && basedOn !== formVersionOf(before)) throw new DomainError('mod.draft_changed')
  const missing = missingIn(form)
  if (mod.status === 'published' && missing.length > 0) throw new DomainError('mod.not_ready', { issues: missing })
  await tx.delete(modDrafts).where(eq(modDrafts.modId, modId))
  if (isDeepStrictEqual(before, form)) return

  if (form.categoryId !== null) await requireCategory(tx, form.categoryId)
  await writeForm(tx, modId, form)
  if (form.title !== before.title) await nameFile(tx, mod, form.title)
  if (['title', 'price', 'sale'].some((field) => differ(before, form, field as keyof ModForm))) {
    await queueShareImage(tx, modId)
  }
  await modChanged(tx, modId)
  const words = { before: formInWords(before), after: formInWords(form) }
  await recordChange(tx, {
    ...{ actorId, action: 'edit', subject: 'mod', subjectId: modId, subjectName: form.title },
    ...words,
  })
}

const differ = (one: ModForm, other: ModForm, field: keyof ModForm) => !isDeepStrictEqual(one[field], other[field])

export const requireCategory = async (tx: Tx, categoryId: number) => {
  const [category] = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.id, categoryId))
    .for('key share')
  if (!category) throw new DomainError('category.not_found')
}

/** Writes a form to the tables. The caller refreshes the mod's denormalized facts. */
export const writeForm = async (tx: Tx, modId: number, form: ModForm) => {
  const { price, sale, categoryId, configurations, relatedIds, ...words } = form
  await requireRelated(tx, modId, relatedIds)
  await tx
    .update(mods)
    .set({
      ...words,
      hasPrice: price !== null,
      hasCategory: categoryId !== null,
      // Without a choice, the stored values stay as placeholders.
      ...(price !== null && { priceCents: price }),
      ...(categoryId !== null && { categoryId }),
      salePriceCents: sale?.price ?? null,
      saleStartsAt: dateOf(sale?.startsAt),
      saleEndsAt: dateOf(sale?.endsAt),
      // Written together with the texts, because a constraint limits their total length.
      bodyStyles: bodyStylesOf(configurations),
    })
    .where(eq(mods.id, modId))
  await tx.delete(modConfigurations).where(eq(modConfigurations.modId, modId))
  if (configurations.length > 0) {
    await tx
      .insert(modConfigurations)
      .values(configurations.map((configuration, sortOrder) => ({ ...configuration, modId, sortOrder })))
  }
  await tx.delete(relatedMods).where(eq(relatedMods.modId, modId))
  if (relatedIds.length > 0) {
    await tx.insert(relatedMods).values(relatedIds.map((relatedId, sortOrder) => ({ modId, relatedId, sortOrder })))
  }
}

const dateOf = (text: string | null | undefined) => (text ? new Date(text) : null)

const bodyStylesOf = (configurations: readonly ConfigurationForm[]) => [
  ...new Set(configurations.flatMap(({ bodyStyle }) => bodyStyle ?? [])),
]

const requireRelated = async (tx: Tx, modId: number, relatedIds: readonly number[]) => {
  if (relatedIds.length === 0) return
  const found = await tx
    .select({ id: mods.id })
    .from(mods)
    .where(inArray(mods.id, [...relatedIds]))
  const known = found.filter(({ id }) => id !== modId)
  if (known.length === relatedIds.length) return
  const message = 'Choose other mods of the store, each only once.'
  throw new DomainError('request.invalid', { issues: [{ path: '/relatedIds', message }] })
}
