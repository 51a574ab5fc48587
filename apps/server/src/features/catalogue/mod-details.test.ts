import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { LatestRelease, ModCard } from '@slipstream/contract/mods'
import { releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { mods, relatedMods } from '@slipstream/db/tables/mods'
import {
  createCategory,
  createConfiguration,
  createMod,
  createPicture,
  createRelease,
  createReview,
} from '@slipstream/db/testing/catalogue-factories'
import { catalogueChanged } from '#testing/catalogue.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let categoryId: number
beforeEach(async () => {
  await catalogueChanged(store)
  categoryId = (await createCategory(store.db, { slug: 'muscle', name: 'Muscle', sortOrder: 2 })).id
})

const get = async <T = unknown>(address: string) => {
  const answer = await store.call('GET', address)
  expect(answer.statusCode).toBe(200)
  return answer.json<T>()
}

test('the details of a mod have its pictures, configurations, releases, compatibility and ratings', async () => {
  const { id } = await createMod(store.db, {
    categoryId,
    title: 'Brigand 427',
    make: 'Harlan',
    about: ['First paragraph.', 'Second paragraph.'],
    tags: ['v8', 'street'],
    requirements: ['The game, 0.35 or newer'],
    videoUrl: 'https://video.example/1',
    shareImageKey: 'share/abc.jpg',
    priceCents: 1_499,
  })
  await createPicture(store.db, { modId: id, sortOrder: 2, label: 'Rear' })
  await createPicture(store.db, { modId: id, sortOrder: 1, label: 'Front' })
  await createConfiguration(store.db, { modId: id, sortOrder: 2, name: 'Drag', powerKw: 500, drivetrain: 'RWD' })
  await createConfiguration(store.db, { modId: id, sortOrder: 1, name: 'Base', sprintS: 5.4, bodyStyle: 'coupe' })
  await createRelease(store.db, { modId: id, version: '1.0.0', publishedAt: new Date('2026-01-01') })
  const newest = await createRelease(store.db, {
    modId: id,
    version: '1.1.0',
    publishedAt: new Date('2026-02-01'),
    changes: ['New tyres.'],
    gameVersions: ['0.36'],
    sizeBytes: 5_000_000_000,
  })
  await store.db.insert(releaseCompatibility).values([
    { releaseId: newest.id, gameVersion: '0.9', state: 'broken' },
    { releaseId: newest.id, gameVersion: '0.36', state: 'fixed', fixedIn: '1.1.0', note: 'Lights work again.' },
  ])
  for (const rating of [5, 5, 4, 1]) await createReview(store.db, { modId: id, rating })
  await createReview(store.db, { modId: id, rating: 2, status: 'pending' })
  await createReview(store.db, { modId: id, rating: 3, status: 'rejected' })

  const details = await get(`/api/mods/${id}`)
  expect(details).toMatchObject({
    id,
    title: 'Brigand 427',
    make: 'Harlan',
    category: 'muscle',
    price: 14.99,
    about: ['First paragraph.', 'Second paragraph.'],
    tags: ['v8', 'street'],
    requirements: ['The game, 0.35 or newer'],
    videoUrl: 'https://video.example/1',
    trailer: null,
    shareImageUrl: `${store.config.storage.assetBaseUrl}/share/abc.jpg`,
    histogram: [1, 0, 0, 1, 2],
    compatibility: [
      { gameVersion: '0.36', state: 'fixed', fixedIn: '1.1.0', note: 'Lights work again.' },
      { gameVersion: '0.9', state: 'broken', fixedIn: null, note: '' },
    ],
    picture: { label: 'Front' },
    pictures: [{ label: 'Front' }, { label: 'Rear' }],
    configurations: [
      { name: 'Base', sprintS: 5.4, bodyStyle: 'coupe', powerKw: null },
      { name: 'Drag', powerKw: 500, drivetrain: 'RWD' },
    ],
    releases: [
      { version: '1.1.0', changes: ['New tyres.'], gameVersions: ['0.36'], sizeBytes: 5_000_000_000 },
      { version: '1.0.0', publishedAt: '2026-01-01T00:00:00.000Z' },
    ],
  })
})

test('a mod page works for a mod with nothing but a name', async () => {
  const { id } = await createMod(store.db, { categoryId })
  expect(await get(`/api/mods/${id}`)).toMatchObject({
    rating: null,
    picture: null,
    pictures: [],
    configurations: [],
    releases: [],
    compatibility: [],
    histogram: [0, 0, 0, 0, 0],
    version: null,
  })
})

test('related mods are the creator’s choice followed by the most popular of the category, at most four', async () => {
  const elsewhere = await createCategory(store.db)
  const add = async (title: string, ratingCount: number, category = categoryId) =>
    (await createMod(store.db, { categoryId: category, title, ratingCount })).id
  const subject = await add('subject', 100)
  const second = await add('chosen second', 0, elsewhere.id)
  const first = await add('chosen first', 50)
  await add('least popular', 1)
  await add('most popular', 9)
  await add('less popular', 5)
  await add('of another category', 99, elsewhere.id)
  await store.db.insert(relatedMods).values([
    { modId: subject, relatedId: second, sortOrder: 2 },
    { modId: subject, relatedId: first, sortOrder: 1 },
  ])
  const related = await get<ModCard[]>(`/api/mods/${subject}/related`)
  expect(related.map(({ title }) => title)).toEqual(['chosen first', 'chosen second', 'most popular', 'less popular'])
})

test('categories come in the creator’s order, including empty ones', async () => {
  await createCategory(store.db, { slug: 'van', name: 'Vans', sortOrder: 1, description: 'Room.' })
  await createMod(store.db, { categoryId })
  await createMod(store.db, { categoryId })
  expect(await get('/api/categories')).toMatchObject([
    { slug: 'van', name: 'Vans', description: 'Room.', count: 0 },
    { slug: 'muscle', name: 'Muscle', count: 2 },
  ])
})

test('the newest eight releases are listed with their mods', async () => {
  const { id } = await createMod(store.db, { categoryId, title: 'Brigand 427' })
  await createPicture(store.db, { modId: id, label: 'Front' })
  for (let day = 1; day <= 9; day++) {
    const publishedAt = new Date(`2026-01-0${day}T00:00:00Z`)
    await createRelease(store.db, { modId: id, version: `1.${day}.0`, publishedAt, changes: [`Change ${day}.`] })
  }
  const releases = await get<LatestRelease[]>('/api/releases')
  expect(releases).toHaveLength(8)
  expect(releases[0]).toMatchObject({
    modId: id,
    title: 'Brigand 427',
    version: '1.9.0',
    publishedAt: '2026-01-09T00:00:00.000Z',
    changes: ['Change 9.'],
    picture: { label: 'Front' },
  })
})

test('[OWN-14] the story of a mod is formatted with its own pictures, and a picture from elsewhere is only its caption', async () => {
  const { id } = await createMod(store.db, { categoryId })
  const picture = await createPicture(store.db, { modId: id, label: 'Front' })
  const about = [
    '## Engine',
    'A **loud** one.',
    `![On the track](picture:${picture.id})`,
    '![Ours](https://evil.example/x.png)',
  ]
  await store.db.update(mods).set({ about }).where(eq(mods.id, id))
  const { story } = await get<{ story: unknown }>(`/api/mods/${id}`)
  expect(story).toMatchObject([
    { kind: 'heading', runs: ['Engine'] },
    { kind: 'paragraph', runs: ['A ', { text: 'loud', isStrong: true }, ' one.'] },
    { kind: 'picture', caption: 'On the track' },
    { kind: 'paragraph', runs: ['Ours'] },
  ])
})

test('[OWN-15] a YouTube or Vimeo video is a trailer that the page can play, and any other address stays a link', async () => {
  const trailerOf = async (videoUrl: string) => {
    const { id } = await createMod(store.db, { categoryId, videoUrl })
    return (await get<{ trailer: unknown }>(`/api/mods/${id}`)).trailer
  }
  expect(await trailerOf('https://youtu.be/dQw4w9WgXcQ')).toEqual({ service: 'youtube', id: 'dQw4w9WgXcQ' })
  expect(await trailerOf('https://vimeo.com/76979871')).toEqual({ service: 'vimeo', id: '76979871' })
  expect(await trailerOf('https://video.example/1')).toBeNull()
})
