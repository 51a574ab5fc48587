import { and, asc, count, eq } from 'drizzle-orm'
import type { Category } from '@slipstream/contract/mods'
import type { Db } from '@slipstream/db/client'
import { categories, mods } from '@slipstream/db/tables/mods'
import { isPublished } from './mod-cards.service.ts'

export const listCategories = (db: Db): Promise<Category[]> =>
  db
    .select({
      id: categories.id,
      slug: categories.slug,
      name: categories.name,
      description: categories.description,
      count: count(mods.id),
    })
    .from(categories)
    .leftJoin(mods, and(eq(mods.categoryId, categories.id), isPublished))
    .groupBy(categories.id)
    .orderBy(asc(categories.sortOrder), asc(categories.id))
