import type { WritableDb } from '../client.ts'
import { modPictures } from '../tables/mod-pictures.ts'
import { modReleases } from '../tables/mod-releases.ts'
import { categories, modConfigurations, mods } from '../tables/mods.ts'
import { reviews } from '../tables/reviews.ts'
import { first } from './first.ts'

let made = 0

export const createCategory = async (db: WritableDb, values: Partial<typeof categories.$inferInsert> = {}) => {
  made += 1
  return first(
    await db
      .insert(categories)
      .values({ slug: `category-${made}`, name: `Category ${made}`, ...values })
      .returning(),
  )
}

/** A published mod at $12.50 by default, in a category of its own unless one is named. */
export const createMod = async (db: WritableDb, values: Partial<typeof mods.$inferInsert> = {}) => {
  const categoryId = values.categoryId ?? (await createCategory(db)).id
  made += 1
  const priceCents = values.priceCents ?? 1_250
  return first(
    await db
      .insert(mods)
      .values({
        title: `Harlan Test ${made}`,
        make: 'Harlan',
        description: 'A coupe for the test track.',
        priceCents,
        currentPriceCents: priceCents,
        status: 'published',
        publishedAt: new Date(),
        ...values,
        categoryId,
      })
      .returning(),
  )
}

/** A row that belongs to a mod. */
type Part<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']> & { modId: number }

export const createConfiguration = async (db: WritableDb, values: Part<typeof modConfigurations>) =>
  first(
    await db
      .insert(modConfigurations)
      .values({ sortOrder: 0, name: 'Base', ...values })
      .returning(),
  )

export const createRelease = async (db: WritableDb, values: Part<typeof modReleases>) =>
  first(
    await db
      .insert(modReleases)
      .values({
        version: '1.0.0',
        status: 'published',
        publishedAt: new Date(),
        sizeBytes: 1_000_000,
        sha256: 'a'.repeat(64),
        // Its owners have been told.
        announceAt: values.status === 'draft' ? null : (values.publishedAt ?? new Date()),
        ...values,
      })
      .returning(),
  )

export const createPicture = async (db: WritableDb, values: Part<typeof modPictures>) => {
  made += 1
  const hash = values.hash ?? `picture${made}`
  return first(
    await db
      .insert(modPictures)
      .values({
        sortOrder: 0,
        hash,
        originalKey: `pictures/${hash}.webp`,
        width: 1_600,
        height: 1_000,
        placeholder: 'data:image/webp;base64,',
        ...values,
      })
      .returning(),
  )
}

/** An approved review with five stars by default. */
export const createReview = async (db: WritableDb, values: Part<typeof reviews>) =>
  first(
    await db
      .insert(reviews)
      .values({
        author: 'track_day_tom',
        rating: 5,
        title: 'Good',
        body: 'Drives well.',
        status: 'approved',
        ...values,
      })
      .returning(),
  )
