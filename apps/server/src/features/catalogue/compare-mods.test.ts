import { beforeEach, expect, test } from 'vitest'
import type { Comparison } from '@slipstream/contract/mods-comparison'
import {
  createCategory,
  createConfiguration,
  createMod,
  createPicture,
  createRelease,
} from '@slipstream/db/testing/catalogue-factories'
import { gameVersions, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { catalogueChanged } from '#testing/catalogue.ts'
import { countQueries } from '#testing/count-queries.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let categoryId: number
let [full, bare, hidden] = [0, 0, 0]
const FIGURES = {
  powerKw: 200,
  torqueNm: 400,
  massKg: 1250,
  topSpeedKmh: 210,
  sprintS: 4.5,
  drivetrain: 'AWD',
} as const

beforeEach(async () => {
  categoryId = (await createCategory(store.db, { slug: 'rally', name: 'Rally' })).id
  const mod = await createMod(store.db, { categoryId, title: 'Kestrel', priceCents: 1999, version: '2.0.0' })
  full = mod.id
  bare = (await createMod(store.db, { categoryId, title: 'Bare' })).id
  hidden = (await createMod(store.db, { categoryId, title: 'Hidden', status: 'draft' })).id
  await createPicture(store.db, { modId: full, sortOrder: 0, alt: 'Side view' })
  const name = 'Second'
  await createConfiguration(store.db, { modId: full, name, sortOrder: 1, powerKw: 300, torqueNm: 500 })
  await createConfiguration(store.db, {
    modId: full,
    name: 'First',
    sortOrder: 0,
    ...FIGURES,
  })
  // The data of an older release does not count.
  const old = await createRelease(store.db, { modId: full, version: '1.0.0', sizeBytes: 111 })
  const newest = await createRelease(store.db, { modId: full, version: '2.0.0', sizeBytes: 222 })
  await store.db.insert(gameVersions).values([{ version: '0.9' }, { version: '0.37' }])
  await store.db.insert(releaseCompatibility).values([
    { releaseId: old.id, gameVersion: '0.9', state: 'broken' },
    { releaseId: newest.id, gameVersion: '0.37', state: 'confirmed' },
    { releaseId: newest.id, gameVersion: '0.9', state: 'unconfirmed' },
  ])
  await catalogueChanged(store)
})

const compare = (ids: readonly (number | string)[]) => store.call('GET', `/api/mods/compare?ids=${ids.join(',')}`)

test('[CAP-28] [OWN-08] mods are compared by their first configuration and their newest release', async () => {
  const answer = await compare([full])
  expect(answer.statusCode, answer.payload).toBe(200)
  expect(answer.json()).toMatchObject({
    gameVersions: ['0.37', '0.9'],
    mods: [
      {
        id: full,
        title: 'Kestrel',
        categoryName: 'Rally',
        price: 19.99,
        picture: { alt: 'Side view' },
        base: {
          name: 'First',
          ...FIGURES,
        },
        configurationCount: 2,
        sizeBytes: 222,
        states: [
          { gameVersion: '0.37', state: 'confirmed' },
          { gameVersion: '0.9', state: 'unconfirmed' },
        ],
      },
    ],
  })
})

test('a mod without configurations and releases is compared too, and hidden or unknown mods are left out', async () => {
  const { mods } = (await compare([hidden, 2_147_483_647, bare, full])).json<Comparison>()
  expect(mods.map(({ id }) => id)).toEqual([full, bare])
  expect(mods[1]).toMatchObject({ base: null, configurationCount: 0, sizeBytes: null, states: [], picture: null })
  expect((await compare([hidden])).json()).toMatchObject({ mods: [] })
})

test('four mods cost as many statements as one, and the same mods in another order cost none', async () => {
  const more = [(await createMod(store.db, { categoryId })).id, (await createMod(store.db, { categoryId })).id]
  await catalogueChanged(store)
  const forOne = await countQueries(store, () => compare([full]))
  expect(forOne).toBeGreaterThan(0)
  expect(await countQueries(store, () => compare([full, bare, ...more]))).toBe(forOne)
  expect(await countQueries(store, () => compare([...more, bare, full, full].slice(0, 4)))).toBe(0)
})

test.each(['', 'ids=', 'ids=1,a', 'ids=1,2,3,4,5', 'ids=0', 'ids=1&sort=price'])(
  'a comparison with an invalid query or too many mods is refused: %s',
  async (query) => {
    expect((await store.call('GET', `/api/mods/compare?${query}`)).statusCode).toBe(400)
  },
)
