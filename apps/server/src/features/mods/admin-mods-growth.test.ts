import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_MOD_SORTS, AdminModQuery } from '@slipstream/contract/mod-list-admin'
import { openDatabase } from '@slipstream/db/client'
import { watchPages } from '#proofs/growth/count-pages.ts'
import { fillCatalogue } from '#proofs/growth/fill-catalogue.ts'
import { openTestDatabase, type TestDatabase } from '#testing/open-test-database.ts'
import { listAdminMods } from './list-admin-mods.service.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const OBJECTS = { publicUrl: (key: string) => `https://assets.example/${key}` }

const FILTERS = ADMIN_MOD_SORTS.flatMap((sort) =>
  ['asc', 'desc'].flatMap((direction) => [
    { sort, direction },
    { sort, direction, status: 'published' },
    { sort, direction, categoryId: '3' },
  ]),
)

test('with ten times as many mods a page of the admin table reads at most twice the database pages', {
  timeout: 120_000,
}, async () => {
  const { url } = database
  const { db, pool, close } = openDatabase({ url, applicationName: 'test', maxConnections: 2, onIdleError: () => {} })
  const pages = watchPages(pool)
  const measure = async () => {
    const measured = new Map<string, number>()
    for (const filters of FILTERS) {
      const { next } = await listAdminMods(db, OBJECTS, AdminModQuery.parse(filters))
      const query = AdminModQuery.parse({ ...filters, after: next })
      const statements = await pages.of(() => listAdminMods(db, OBJECTS, query))
      // Leaves out the count of matches, which stops at a limit.
      const page = statements.filter(({ text }) => !text.includes('count(*)'))
      expect(page).toHaveLength(1)
      measured.set(JSON.stringify(filters), page[0]?.pages ?? 0)
    }
    return measured
  }
  try {
    await fillCatalogue(db, 1_000)
    const small = await measure()
    await fillCatalogue(db, 10_000)
    const large = await measure()
    const grown = [...large].flatMap(([filters, after]) => {
      const before = small.get(filters) ?? 0
      return after > 2 * before ? [`${filters}: ${before} to ${after}`] : []
    })
    expect(grown).toEqual([])
  } finally {
    await close()
  }
})
