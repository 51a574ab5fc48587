import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Board, CompatibilityChange } from '@slipstream/contract/compatibility'
import type { ModDetails } from '@slipstream/contract/mods'
import { modReleases, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { createCategory, createMod, createPicture, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { lastChanges } from '#testing/audit-log.ts'
import { catalogueChanged } from '#testing/catalogue.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
let admin: Person
let categoryId: number
beforeEach(async () => {
  await catalogueChanged(store)
  admin = await newPerson(store, { isAdmin: true })
  categoryId = (await createCategory(store.db)).id
})

type Answer = Awaited<ReturnType<Person['call']>>

const CONFIRMED = { gameVersion: '0.38', state: 'confirmed', fixedIn: null, note: '' }

const announce = (version: string) => admin.call('POST', '/api/admin/compatibility/game-versions', { version })
const retract = (version: string) => admin.call('DELETE', `/api/admin/compatibility/game-versions/${version}`)
const set = (releaseIds: number[], change: object = {}) =>
  admin.call('POST', '/api/admin/compatibility', { releaseIds, ...CONFIRMED, ...change })
const board = async (query = '') => (await admin.call('GET', `/api/admin/compatibility${query}`)).json<Board>()
const history = async (modId: number) =>
  (await admin.call('GET', `/api/admin/mods/${modId}/compatibility`)).json<CompatibilityChange[]>()
const statesOf = ({ rows }: Board) => rows.map(({ title, version, state }) => `${title} ${version}: ${state}`)
const refusalOf = (answer: Answer): unknown[] => [answer.statusCode, answer.json().code]
const publicStates = async (modId: number) =>
  (await store.call('GET', `/api/mods/${modId}`))
    .json<ModDetails>()
    .compatibility.map(({ gameVersion, state }) => `${gameVersion} ${state}`)

const newMod = async (title: string, values: { status?: 'draft' | 'published' } = {}) => {
  const mod = await createMod(store.db, { categoryId, title, ...values })
  const release = await createRelease(store.db, { modId: mod.id, version: '1.0' })
  return { id: mod.id, releaseId: release.id }
}

test('the board is empty before the first game version is announced', async () => {
  await newMod('Kestrel')
  expect(await board()).toEqual({ gameVersions: [], gameVersion: null, rows: [] })
})

test('[CAP-28] [OWN-09] after a game update the current release of every published mod is unconfirmed, on the board and in the store', async () => {
  const kestrel = await newMod('Kestrel')
  const orsana = await newMod('Orsana')
  await createRelease(store.db, { modId: orsana.id, version: '0.9', publishedAt: new Date(0) })
  await createRelease(store.db, { modId: orsana.id, version: '1.1', status: 'draft', publishedAt: null })
  await newMod('Unfinished', { status: 'draft' })
  expect(await publicStates(kestrel.id)).toEqual([])

  const answer = await announce('0.38')
  expect(statesOf(answer.json())).toEqual(['Kestrel 1.0: unconfirmed', 'Orsana 1.0: unconfirmed'])
  expect(answer.json<Board>()).toMatchObject({ gameVersion: '0.38', gameVersions: [{ version: '0.38' }] })
  expect(await board()).toEqual(answer.json())
  await expect.poll(() => publicStates(kestrel.id)).toEqual(['0.38 unconfirmed'])
  expect(await lastChanges(store.db)).toMatchObject([
    { action: 'announce', subject: 'compatibility', subjectId: '0.38', after: { version: '0.38', unconfirmed: 2 } },
  ])
})

test('the highest game version is the current one, and the board can show any other', async () => {
  const { releaseId } = await newMod('Kestrel')
  for (const version of ['0.9', '0.10']) await announce(version)
  await set([releaseId], { gameVersion: '0.9' })
  const current = await board()
  expect(current.gameVersion).toBe('0.10')
  expect(current.gameVersions.map(({ version }) => version)).toEqual(['0.10', '0.9'])
  expect(statesOf(current)).toEqual(['Kestrel 1.0: unconfirmed'])
  expect(statesOf(await board('?gameVersion=0.9'))).toEqual(['Kestrel 1.0: confirmed'])
  expect((await board('?gameVersion=7.7')).gameVersion).toBe('0.10')
})

test('a release tested with a version before its announcement stays confirmed', async () => {
  const { releaseId } = await newMod('Kestrel')
  await store.db.insert(releaseCompatibility).values({ releaseId, gameVersion: '0.38', state: 'confirmed' })
  expect(statesOf((await announce('0.38')).json())).toEqual(['Kestrel 1.0: confirmed'])
})

test('a version is announced once, however many people do it at the same time', async () => {
  const { id } = await newMod('Kestrel')
  const answers = await Promise.all([announce('0.38'), announce('0.38'), announce('0.38')])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect(refusalOf(await announce('0.38'))).toEqual([409, 'compatibility.version_known'])
  expect(await history(id)).toHaveLength(1)
})

test.each(['', 'next', '0.38-beta', '1.2.3.4.5'])('"%s" is refused as a game version', async (version) => {
  expect(refusalOf(await announce(version))).toEqual([400, 'request.invalid'])
})

test('[OWN-09] several releases can be confirmed at once, each with its own audit entry and history', async () => {
  const [kestrel, orsana, senko] = [await newMod('Kestrel'), await newMod('Orsana'), await newMod('Senko')]
  await announce('0.38')
  const answer = await set([orsana.releaseId, kestrel.releaseId], { note: 'Driven for an hour.' })
  expect(statesOf(answer.json())).toEqual(['Kestrel 1.0: confirmed', 'Orsana 1.0: confirmed', 'Senko 1.0: unconfirmed'])
  const [row] = answer.json<Board>().rows
  expect(row).toMatchObject({
    note: 'Driven for an hour.',
    changedBy: admin.row.username,
    changedAt: expect.any(String),
  })
  await expect.poll(() => publicStates(kestrel.id)).toEqual(['0.38 confirmed'])
  await expect.poll(() => publicStates(senko.id)).toEqual(['0.38 unconfirmed'])

  const [last, before] = await lastChanges(store.db)
  expect([before?.subjectName, last?.subjectName]).toEqual(['Kestrel 1.0 with 0.38', 'Orsana 1.0 with 0.38'])
  expect(last).toMatchObject({
    actorId: admin.row.id,
    action: 'set',
    before: { state: 'unconfirmed', note: '' },
    after: { state: 'confirmed', note: 'Driven for an hour.' },
  })
  expect(await history(kestrel.id)).toMatchObject([
    { version: '1.0', gameVersion: '0.38', from: 'unconfirmed', to: 'confirmed', by: admin.row.username },
    { version: '1.0', gameVersion: '0.38', from: null, to: 'unconfirmed', by: admin.row.username },
  ])
})

test('setting the same verdict again changes nothing and is not recorded', async () => {
  const { id, releaseId } = await newMod('Kestrel')
  await announce('0.38')
  await set([releaseId, releaseId])
  const written = await lastChanges(store.db)
  await set([releaseId])
  expect(await lastChanges(store.db)).toEqual(written)
  expect(await history(id)).toHaveLength(2)
})

test('a “fixed” verdict must name the release with the fix, and a “broken” one must not', async () => {
  const { releaseId } = await newMod('Kestrel')
  await announce('0.38')
  const answer = await set([releaseId], { state: 'fixed', fixedIn: '1.1' })
  expect(answer.json<Board>().rows).toMatchObject([{ state: 'fixed', fixedIn: '1.1' }])
  for (const wrong of [{ state: 'fixed' }, { state: 'broken', fixedIn: '1.1' }]) {
    const refusal = await set([releaseId], wrong)
    expect(refusalOf(refusal)).toEqual([400, 'request.invalid'])
    expect(refusal.json().issues).toMatchObject([{ path: '/fixedIn' }])
  }
})

test('a verdict for several releases changes all of them or none', async () => {
  const { releaseId } = await newMod('Kestrel')
  await announce('0.38')
  expect(refusalOf(await set([releaseId, 999_999]))).toEqual([404, 'release.not_found'])
  await store.db.update(modReleases).set({ status: 'withdrawn' }).where(eq(modReleases.id, releaseId))
  expect(refusalOf(await set([releaseId]))).toEqual([404, 'release.not_found'])
  await store.db.update(modReleases).set({ status: 'published' }).where(eq(modReleases.id, releaseId))
  expect(refusalOf(await set([releaseId], { gameVersion: '0.99' }))).toEqual([409, 'compatibility.version_unknown'])
  expect(statesOf(await board())).toEqual(['Kestrel 1.0: unconfirmed'])
})

test('a release published after the update is unconfirmed until it gets a verdict', async () => {
  const { id } = await newMod('Kestrel')
  await announce('0.38')
  await createRelease(store.db, { modId: id, version: '1.1', publishedAt: new Date(Date.now() + 1_000) })
  await catalogueChanged(store)
  expect(statesOf(await board())).toEqual(['Kestrel 1.1: unconfirmed'])
  expect((await board()).rows[0]?.changedAt).toBeNull()
  expect(await publicStates(id)).toEqual(['0.38 unconfirmed'])
})

test('the store lists the current game version before newer ones that were only tested', async () => {
  const { id, releaseId } = await newMod('Kestrel')
  await announce('0.38')
  const tried = ['0.37', '0.39'].map((gameVersion) => ({ releaseId, gameVersion, state: 'confirmed' as const }))
  await store.db.insert(releaseCompatibility).values(tried)
  await catalogueChanged(store)
  expect(await publicStates(id)).toEqual(['0.38 unconfirmed', '0.39 confirmed', '0.37 confirmed'])
})

test('a version announced by mistake can be retracted, and its verdicts stay', async () => {
  const [kestrel, orsana] = [await newMod('Kestrel'), await newMod('Orsana')]
  await announce('0.38')
  await announce('38')
  await set([kestrel.releaseId], { gameVersion: '38' })
  const answer = await retract('38')
  expect(answer.json<Board>()).toMatchObject({ gameVersion: '0.38', gameVersions: [{ version: '0.38' }] })
  await expect.poll(() => publicStates(orsana.id)).toEqual(['0.38 unconfirmed'])
  expect(await publicStates(kestrel.id)).toEqual(['0.38 unconfirmed', '38 confirmed'])
  const [change] = await lastChanges(store.db)
  expect(change).toMatchObject({ action: 'retract', subjectId: '38', before: { version: '38' }, after: null })
  expect(refusalOf(await retract('38'))).toEqual([409, 'compatibility.version_unknown'])
})

test('the board shows the cover of each mod', async () => {
  const { id } = await newMod('Kestrel')
  await createPicture(store.db, { modId: id, sortOrder: 1, alt: 'From behind' })
  await createPicture(store.db, { modId: id, sortOrder: 0, alt: 'From the front' })
  await announce('0.38')
  expect((await board()).rows[0]?.picture?.alt).toBe('From the front')
})

test('the history of an unknown mod is not found, and that of a draft is empty', async () => {
  expect(refusalOf(await admin.call('GET', '/api/admin/mods/999999/compatibility'))).toEqual([404, 'mod.not_found'])
  const { id } = await newMod('Kestrel', { status: 'draft' })
  expect(await history(id)).toEqual([])
})

test('an administrator’s verdicts are part of their data export', async () => {
  await newMod('Kestrel')
  await announce('0.38')
  const collected = await admin.call('GET', '/api/account/export')
  expect(collected.body).toContain('compatibility of mods, as an administrator')
  expect(collected.body).toContain('0.38')
})
