import { asc, count, eq, max } from 'drizzle-orm'
import type { AdminCategory, CategoryForm } from '@slipstream/contract/categories'
import type { Db, Tx } from '@slipstream/db/client'
import { categories, mods } from '@slipstream/db/tables/mods'
import { recordChange, recorderOf } from '#features/audit/audit.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { isUniqueViolation } from '#lib/unique-violation.ts'

type Category = typeof categories.$inferSelect

export const listCategories = (db: Db): Promise<AdminCategory[]> =>
  selectCategories(db).orderBy(asc(categories.sortOrder), asc(categories.id))

export const createCategory = async (tx: Tx, actorId: number, form: CategoryForm): Promise<AdminCategory> => {
  const [last] = await tx.select({ place: max(categories.sortOrder) }).from(categories)
  const sortOrder = (last?.place ?? -1) + 1
  const [created] = await unlessTaken(
    tx
      .insert(categories)
      .values({ ...form, sortOrder })
      .returning(),
  )
  if (!created) throw new Error('the new category was not written')
  await note(tx, actorId, 'create', null, created)
  return readCategory(tx, created.id)
}

export const editCategory = async (tx: Tx, actorId: number, id: number, form: CategoryForm): Promise<AdminCategory> => {
  // Before the category, as saving a mod does, so that the two never wait for each other.
  await tx.select({ id: mods.id }).from(mods).where(eq(mods.categoryId, id)).orderBy(asc(mods.id)).for('update')
  const before = await lockCategory(tx, id)
  const [after] = await unlessTaken(tx.update(categories).set(form).where(eq(categories.id, id)).returning())
  // The search finds mods by the name of their category.
  await tx.update(mods).set({ categoryName: form.name }).where(eq(mods.categoryId, id))
  if (after) await note(tx, actorId, 'edit', before, after)
  return readCategory(tx, id)
}

export const orderCategories = async (tx: Tx, actorId: number, ids: readonly number[]): Promise<AdminCategory[]> => {
  const rows = await tx
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .orderBy(asc(categories.sortOrder), asc(categories.id))
    .for('update')
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const isWhole = ids.length === rows.length && new Set(ids).size === rows.length && ids.every((id) => names.has(id))
  if (!isWhole) throw new DomainError('order.changed')

  for (const [sortOrder, id] of ids.entries()) {
    await tx.update(categories).set({ sortOrder }).where(eq(categories.id, id))
  }
  await recordChange(tx, {
    actorId,
    action: 'order',
    subject: 'category',
    subjectName: 'Categories',
    before: { order: rows.map(({ name }) => name) },
    after: { order: ids.map((id) => names.get(id)) },
  })
  await announceChange(tx, 'mods')
  return listCategories(tx)
}

export const removeCategory = async (tx: Tx, actorId: number, id: number) => {
  // Locked, so that no mod can be added to it meanwhile.
  const category = await lockCategory(tx, id)
  const [mod] = await tx.select({ id: mods.id }).from(mods).where(eq(mods.categoryId, id)).limit(1)
  if (mod) throw new DomainError('category.in_use')
  await tx.delete(categories).where(eq(categories.id, id))
  await note(tx, actorId, 'remove', category, null)
}

const selectCategories = (db: Db) =>
  db
    .select({
      id: categories.id,
      slug: categories.slug,
      name: categories.name,
      description: categories.description,
      mods: count(mods.id),
    })
    .from(categories)
    .leftJoin(mods, eq(mods.categoryId, categories.id))
    .groupBy(categories.id)
    .$dynamic()

const readCategory = async (tx: Tx, id: number): Promise<AdminCategory> => {
  const [category] = await selectCategories(tx).where(eq(categories.id, id))
  if (!category) throw new DomainError('category.not_found')
  return category
}

const lockCategory = async (tx: Tx, id: number): Promise<Category> => {
  const [category] = await tx.select().from(categories).where(eq(categories.id, id)).for('update')
  if (!category) throw new DomainError('category.not_found')
  return category
}

/** The unique index decides, so that two requests at once cannot both get the slug. */
const unlessTaken = async <T>(writing: PromiseLike<T>): Promise<T> => {
  try {
    return await writing
  } catch (error) {
    if (isUniqueViolation(error, 'categories_slug')) throw new DomainError('category.slug_taken', { cause: error })
    throw error
  }
}

const note = recorderOf<Category>({
  subject: 'category',
  nameOf: ({ name }) => name,
  written: ({ name, slug, description }) => ({ name, slug, description }),
  announce: (tx) => announceChange(tx, 'mods'),
})
