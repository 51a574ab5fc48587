import { beforeEach, describe, expect, test } from 'vitest'
import type { AdminModRow } from '@slipstream/contract/mod-list-admin'
import type { AdminRelease } from '@slipstream/contract/releases'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { openWorkbench, type Workbench } from '#testing/workbench.ts'

const store = await openEmptiedTestStore()
let bench: Workbench
beforeEach(async () => {
  bench = await openWorkbench(store)
})

const REPORT = { report: {} as never }
const fill = (id: number, uploadId: number) =>
  bench.ask<{ isFirst: boolean }>('POST', `/api/admin/mods/${id}/fill`, { uploadId })
const releasesOf = async (id: number) =>
  (await bench.ask<AdminRelease[]>('GET', `/api/admin/mods/${id}/releases`)).map(({ version, gameVersions }) => ({
    version,
    gameVersions,
  }))

describe('a draft and its first archive', () => {
  test('the archive of an empty draft becomes its first release, and only one of two tabs creates it', async () => {
    const { id } = await bench.newDraft()
    const { id: uploadId } = await bench.newArchive(id, { ...REPORT, status: 'checking' })
    const answers = await Promise.all([fill(id, uploadId), fill(id, uploadId)])
    expect(answers.filter(({ isFirst }) => isFirst)).toHaveLength(1)
    expect(await releasesOf(id)).toEqual([{ version: '1.0.0', gameVersions: [] }])
  })

  test('a removed first release does not come back', async () => {
    const { id } = await bench.newDraft()
    const { id: uploadId } = await bench.newArchive(id, REPORT)
    expect(await fill(id, uploadId)).toEqual({ isFirst: true })
    const [release] = await bench.ask<AdminRelease[]>('GET', `/api/admin/mods/${id}/releases`)
    await bench.ask('DELETE', `/api/admin/releases/${release?.id}`)
    expect(await fill(id, uploadId)).toEqual({ isFirst: false })
    expect(await releasesOf(id)).toEqual([])
  })

  test('an archive that is refused, not yet read or from another mod creates no release', async () => {
    const { id } = await bench.newDraft()
    const refused = await bench.newArchive(id, { ...REPORT, status: 'refused' })
    const unread = await bench.newArchive(id, { status: 'reading', report: null })
    const elsewhere = await bench.newArchive((await bench.newDraft()).id, REPORT)
    expect(await fill(id, refused.id)).toEqual({ isFirst: false })
    expect(await fill(id, unread.id)).toEqual({ isFirst: false })
    const body = { uploadId: elsewhere.id }
    expect(await bench.refused('POST', `/api/admin/mods/${id}/fill`, body)).toEqual([404, 'upload.not_found'])
    expect(await bench.refused('POST', '/api/admin/mods/999999/fill', body)).toEqual([404, 'mod.not_found'])
    expect(await releasesOf(id)).toEqual([])
  })

  test('an archive for a published mod with a release creates no other release', async () => {
    const { id } = await bench.newShown()
    const { id: uploadId } = await bench.newArchive(id, REPORT)
    expect(await fill(id, uploadId)).toEqual({ isFirst: false })
    expect(await releasesOf(id)).toHaveLength(1)
  })
})

describe('the price and the category of a new draft', () => {
  test('a new draft has no price and no category until they are chosen', async () => {
    const { id, form } = await bench.ask('POST', '/api/admin/mods', { title: 'Solano' })
    expect(form).toMatchObject({ price: null, categoryId: null })
    const listed = async () =>
      (await bench.ask<{ items: AdminModRow[] }>('GET', '/api/admin/mods')).items.find((row) => row.id === id)
    expect(await listed()).toMatchObject({ price: null })

    const chosen = { ...form, price: 12.5, categoryId: bench.categoryId }
    expect((await bench.ask('PATCH', `/api/admin/mods/${id}`, chosen)).form).toMatchObject({ price: 12.5 })
    expect(await listed()).toMatchObject({ price: 12.5 })
    // A free mod has a price of zero.
    expect((await bench.ask('PATCH', `/api/admin/mods/${id}`, { ...chosen, price: 0 })).form).toMatchObject({
      price: 0,
    })
    expect((await bench.ask('PATCH', `/api/admin/mods/${id}`, { ...chosen, price: null })).form).toMatchObject({
      price: null,
      categoryId: bench.categoryId,
    })
  })

  test('a published mod cannot lose its price or category, and a sale needs a price', async () => {
    const { id } = await bench.newShown()
    const { form } = await bench.ask('GET', `/api/admin/mods/${id}`)
    const save = (changes: object) => bench.refused('PATCH', `/api/admin/mods/${id}`, { ...form, ...changes })
    expect(await save({ price: null })).toEqual([409, 'mod.not_ready'])
    expect(await save({ categoryId: null })).toEqual([409, 'mod.not_ready'])
    expect(await save({ price: null, sale: { price: 1, startsAt: null, endsAt: null } })).toEqual([
      400,
      'request.invalid',
    ])
  })

  test('a copy of a draft without a price has none either', async () => {
    const { id } = await bench.ask('POST', '/api/admin/mods', { title: 'Solano' })
    const copy = await bench.ask('POST', `/api/admin/mods/${id}/duplicate`)
    expect(copy.form).toMatchObject({ price: null, categoryId: null })
  })
})
