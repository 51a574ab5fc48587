import { beforeEach, expect, test } from 'vitest'
import type { ModPage } from '@slipstream/contract/mods'
import { createCategory, createMod, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { gameVersions, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { catalogueChanged } from '#testing/catalogue.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
const ids: Record<string, number> = {}

beforeEach(async () => {
  const { id: categoryId } = await createCategory(store.db, { slug: 'rally' })
  const add = async (title: string, state: 'confirmed' | 'unconfirmed' | 'broken' | 'fixed' | null, values = {}) => {
    const mod = await createMod(store.db, { categoryId, title, version: '2.0.0', ...values })
    ids[title] = mod.id
    // Verdicts on an older release do not count.
    const old = await createRelease(store.db, { modId: mod.id, version: '1.0.0', publishedAt: new Date('2026-01-01') })
    const now = await createRelease(store.db, { modId: mod.id, version: '2.0.0', publishedAt: new Date('2026-02-01') })
    const say = (releaseId: number, said: NonNullable<typeof state>) =>
      store.db
        .insert(releaseCompatibility)
        .values({ releaseId, gameVersion: '0.37', state: said, fixedIn: said === 'fixed' ? '2.0.0' : null })
    await say(old.id, state === 'confirmed' ? 'broken' : 'confirmed')
    if (state) await say(now.id, state)
  }
  await store.db.insert(gameVersions).values([{ version: '0.9' }, { version: '0.37' }])
  await add('Works', 'confirmed')
  await add('Fixed', 'fixed')
  await add('Open', 'unconfirmed')
  await add('Broken', 'broken')
  await add('Silent', null)
  await add('Hidden', 'confirmed', { status: 'draft' })
  await catalogueChanged(store)
})

const get = (url: string) => store.call('GET', url)

test('players see the verdict on the newest release of published mods for their game version', async () => {
  const all = Object.values(ids).join(',')
  const states = async (gameVersion: string) => {
    const answer = await get(`/api/mods/works?gameVersion=${gameVersion}&ids=${all}`)
    expect(answer.statusCode, answer.payload).toBe(200)
    const said = answer.json<{ id: number; state: string | null }[]>()
    const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
    return Object.fromEntries(said.map(({ id, state }) => [names.get(id) ?? '', state] as const))
  }
  expect(await states('0.37')).toEqual({
    Works: 'confirmed',
    Fixed: 'fixed',
    Open: 'unconfirmed',
    Broken: 'broken',
    Silent: null,
  })
  expect(await states('0.9')).toEqual({ Works: null, Fixed: null, Open: null, Broken: null, Silent: null })
})

test('the mod list and its facets can be limited to mods that work with a game version', async () => {
  const list = (await get('/api/mods?gameVersion=0.37&sort=newest')).json<ModPage>()
  expect(list.items.map(({ title }) => title).sort()).toEqual(['Fixed', 'Works'])
  expect(list.total).toEqual({ count: 2, orMore: false })
  expect((await get('/api/mods?gameVersion=0.9')).json<ModPage>().items).toEqual([])
  const facets = (await get('/api/mods/facets?gameVersion=0.37')).json<{
    categories: unknown[]
    gameVersions: string[]
  }>()
  expect(facets.categories).toMatchObject([{ value: 'rally', total: { count: 2 } }])
  expect(facets.gameVersions).toEqual(['0.37', '0.9'])
})

test('a mod page lists all game versions that a player may have', async () => {
  expect((await get(`/api/mods/${ids.Works}`)).json()).toMatchObject({ gameVersions: ['0.37', '0.9'] })
})

test.each([
  'gameVersion=new&ids=1',
  'gameVersion=0.37',
  'gameVersion=0.37&ids=',
  'gameVersion=0.37&ids=1,a',
  `gameVersion=0.37&ids=${'1,'.repeat(20)}1`,
])('a compatibility query that is invalid or has too many mods is refused: %s', async (query) => {
  expect((await get(`/api/mods/works?${query}`)).statusCode).toBe(400)
})
