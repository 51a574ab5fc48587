import { asc, eq } from 'drizzle-orm'
import { MOD_LIMITS } from '@slipstream/contract/mod-limits'
import { type ModForm, wordsFit } from '@slipstream/contract/mod-form'
import type { Tx } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { categories, mods } from '@slipstream/db/tables/mods'
import { recordChange } from '#features/audit/audit.service.ts'
import { lockMod } from '#features/catalogue/lock-mod.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { GALLERY_COLUMNS } from '#features/catalogue/mod-cards.service.ts'
import { queueShareImage } from '#features/pictures/share-image.service.ts'
import { nameFile } from '#features/releases/file-name.service.ts'
import { modChanged } from '#features/catalogue/mod-changed.service.ts'
import { formInWords, readForm } from './mod-form.service.ts'
import { requireCategory, writeForm } from './save-mod.service.ts'

/** A placeholder until a price is set. The previous release of the store would sell the mod at this price. */
const FIRST_PRICE_CENTS = 999

interface NewMod {
  actorId: number
  title: string
  /** If omitted, no category is chosen yet and the first one is stored as a placeholder. */
  categoryId?: number | undefined
}

/** Creates a mod as a draft. Returns its id. */
export const createMod = async (tx: Tx, { actorId, title, categoryId }: NewMod): Promise<number> => {
  const chosen = categoryId ?? (await firstCategory(tx))
  await requireCategory(tx, chosen)
  const modId = await insertMod(tx, { title, categoryId: chosen, hasCategory: categoryId !== undefined })
  await recordChange(tx, {
    ...{ actorId, action: 'create', subject: 'mod', subjectId: modId, subjectName: title },
    after: { title, categoryId: categoryId ?? null },
  })
  return modId
}

const firstCategory = async (tx: Tx) => {
  const [first] = await tx
    .select({ id: categories.id })
    .from(categories)
    .orderBy(asc(categories.sortOrder), asc(categories.id))
    .limit(1)
  if (!first) throw new DomainError('category.not_found')
  return first.id
}

const insertMod = async (tx: Tx, words: { title: string; categoryId: number; hasCategory: boolean }) => {
  const price = { priceCents: FIRST_PRICE_CENTS, currentPriceCents: FIRST_PRICE_CENTS }
  const [mod] = await tx
    .insert(mods)
    .values({ ...words, ...price, hasPrice: false })
    .returning({ id: mods.id, fileName: mods.fileName })
  if (!mod) throw new Error('the new mod was not written')
  await nameFile(tx, mod, words.title)
  return mod.id
}

/** A new draft with the same texts, configurations and pictures; sales, releases and reviews are not copied. */
export const duplicateMod = async (tx: Tx, { actorId, modId }: { actorId: number; modId: number }): Promise<number> => {
  const mod = await lockMod(tx, modId)
  const form = { ...(await readForm(tx, mod)), sale: null }
  const copy = { ...form, title: titleOfCopy(form) }
  const copyId = await insertMod(tx, { title: copy.title, categoryId: mod.categoryId, hasCategory: mod.hasCategory })
  const copies = await copyPictures(tx, modId, copyId)
  const story = copy.about.map((paragraph) => withPictures(paragraph, copies))
  await writeForm(tx, copyId, { ...copy, about: story })
  await queueShareImage(tx, copyId)
  await modChanged(tx, copyId)
  await recordChange(tx, {
    ...{ actorId, action: 'duplicate', subject: 'mod', subjectId: copyId, subjectName: copy.title },
    after: { ...formInWords(copy), duplicateOf: modId },
  })
  return copyId
}

const SUFFIX = ' (copy)'

/** A mod's texts share one limit. If the suffix does not fit, the copy keeps the original title. */
const titleOfCopy = (form: ModForm) => {
  const title = form.title.slice(0, MOD_LIMITS.title - SUFFIX.length) + SUFFIX
  return wordsFit({ ...form, title }) ? title : form.title
}

/** Pictures are named by content, so both galleries share the same objects. Returns a map from old to new ids. */
const copyPictures = async (tx: Tx, fromId: number, toId: number) => {
  const pictures = await tx
    .select({ id: modPictures.id, ...GALLERY_COLUMNS, sortOrder: modPictures.sortOrder })
    .from(modPictures)
    .where(eq(modPictures.modId, fromId))
    .orderBy(asc(modPictures.sortOrder))
  const copies = new Map<string, number>()
  for (const { id, ...row } of pictures) {
    const [copy] = await tx
      .insert(modPictures)
      .values({ ...row, modId: toId })
      .returning({ id: modPictures.id })
    if (copy) copies.set(String(id), copy.id)
  }
  return copies
}

/** Points the picture references of a story to the copied pictures. */
const withPictures = (paragraph: string, copies: ReadonlyMap<string, number>) =>
  paragraph.replaceAll(/(?<=\]\(picture:)\d+(?=\))/g, (id) => String(copies.get(id) ?? id))
