import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ModDetails } from '@slipstream/contract/mods'
import type { AdminMod, AdminPicture } from '@slipstream/contract/mods-admin'
import type { UploadReport } from '@slipstream/contract/uploads'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { mods } from '@slipstream/db/tables/mods'
import { createPicture } from '@slipstream/db/testing/catalogue-factories'
import { loadSharp } from '#gateways/images.ts'
import { openStorage } from '#gateways/storage.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { openServer } from '#testing/open-server.ts'
import { newPerson, withToken } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { testPicture } from '#testing/test-picture.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { openWorkbench, type Workbench } from '#testing/workbench.ts'
import { storePicture } from '#features/pictures/pictures.service.ts'

const store = await openEmptiedTestStore()
let bench: Workbench
let modId: number
beforeEach(async () => {
  bench = await openWorkbench(store)
  modId = (await bench.newDraft()).id
})

const WORDS = { label: 'Front', alt: 'A coupe from the front' }
const at = (rest = '', id = modId) => `/api/admin/mods/${id}/pictures${rest}`
const offer = (contentType = 'image/webp') =>
  bench.ask<{ key: string; url: string }>('POST', at('/upload'), { contentType })
/** Uploads straight to storage, as the browser does. */
const send = async (bytes: Buffer, contentType = 'image/webp') => {
  const { key, url } = await offer(contentType)
  const headers = { 'content-type': contentType }
  const { status } = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers })
  expect(status).toBe(200)
  return key
}
const add = (key: string, words = WORDS) => bench.ask<AdminPicture>('POST', at(), { key, ...words })
const addNew = async (label = 'Front', picture: Parameters<typeof testPicture>[0] = {}) =>
  add(await send(await testPicture(picture), `image/${picture.format ?? 'webp'}`), { ...WORDS, label })
const gallery = async () => (await bench.ask<AdminMod>('GET', `/api/admin/mods/${modId}`)).pictures
const labels = async () => (await gallery()).map(({ picture }) => picture.label)
const look = async ({ picture }: AdminPicture) => {
  const answer = await fetch(picture.src)
  const { width, height, format } = await (await loadSharp())(Buffer.from(await answer.arrayBuffer())).metadata()
  return { width, height, format, type: answer.headers.get('content-type') }
}
const shareDrawn = async () => (await store.db.select().from(mods).where(eq(mods.id, modId)))[0]?.shareImageKey

describe('a gallery picture', () => {
  test('a picture is uploaded straight to storage, added, shown at once and leaves no temporary object', async () => {
    const key = await send(await testPicture())
    expect(key).toMatch(new RegExp(`^incoming/${modId}/`))
    const added = await add(key)
    expect(added.picture).toMatchObject({ ...WORDS, width: 400, height: 250, widths: [] })
    expect(await gallery()).toEqual([added])
    expect(await look(added)).toMatchObject({ width: 400, height: 250, type: 'image/webp' })
    expect(await store.services.storage.sizeOfPrivate(key)).toBeNull()
    await runJobs(store)
    expect((await gallery())[0]?.picture.widths).toEqual([320])
    expect(await shareDrawn()).toEqual(expect.any(String))
    expect((await lastChanges(store.db))[0]).toMatchObject({
      ...{ action: 'add picture', subject: 'mod', subjectId: String(modId), after: WORDS },
      actorId: bench.admin.row.id,
    })
  })

  test('the first large picture of a draft becomes its cover instead of the small one of its archive', async () => {
    const small = await createPicture(store.db, { modId, width: 480, height: 300 })
    const sharp = await loadSharp()
    const large = (hue: string) =>
      sharp({ create: { width: 1_600, height: 1_000, channels: 3, background: hue } })
        .webp()
        .toBuffer()
    const first = await add(await send(await large('#204060')))
    const second = await add(await send(await large('#602040')))
    const ids = (await bench.ask<AdminMod>('GET', `/api/admin/mods/${modId}`)).pictures.map(({ id }) => id)
    expect(ids).toEqual([first.id, small.id, second.id])
  })

  test('a gallery accepts pictures from the mod’s own archives and from no other', async () => {
    const { originalKey } = await storePicture(store.services.storage, await testPicture())
    const report = { pictures: [{ key: originalKey }] } as unknown as UploadReport
    await bench.newArchive(modId, { report })
    expect((await add(originalKey)).picture.width).toBe(400)
    const other = await bench.newDraft()
    const wish = { key: originalKey, ...WORDS }
    expect(await bench.refused('POST', at('', other.id), wish)).toEqual([404, 'picture.not_found'])
  })

  test('a picture that was not uploaded, was uploaded for another mod or is unreadable is refused', async () => {
    const other = await bench.newDraft()
    const key = await send(await testPicture())
    const wish = (name: string) => ({ key: name, ...WORDS })
    expect(await bench.refused('POST', at('', other.id), wish(key))).toEqual([404, 'picture.not_found'])
    const { key: notSent } = await offer()
    expect(await bench.refused('POST', at(), wish(notSent))).toEqual([404, 'picture.not_found'])
    expect(await bench.refused('POST', at(), wish('uploads/strada.zip'))).toEqual([404, 'picture.not_found'])
    for (const bytes of [Buffer.from('<svg></svg>'), Buffer.alloc(0), (await testPicture()).subarray(0, 60)]) {
      expect(await bench.refused('POST', at(), wish(await send(bytes)))).toEqual([422, 'picture.unusable'])
    }
    expect(await bench.refused('POST', at('/upload'), { contentType: 'image/svg+xml' })).toEqual([
      400,
      'request.invalid',
    ])
    const anywhere = at('/upload', 999_999)
    expect(await bench.refused('POST', anywhere, { contentType: 'image/png' })).toEqual([404, 'mod.not_found'])
    expect(await gallery()).toEqual([])
    expect(await lastChanges(store.db)).toEqual([])
  })

  test('a picture of more than 32 MiB is refused before it is read', async () => {
    const key = await send(Buffer.alloc(32 * 2 ** 20 + 1))
    const answer = await bench.admin.call('POST', at(), { key, ...WORDS })
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'This picture is larger than 32 MiB. Choose a smaller one.',
    ])
  })

  test('adding a picture fails while storage is down and works afterward', async () => {
    const added = await addNew('Front', { width: 800, height: 500 })
    const key = await send(await testPicture())
    const storage = openStorage({ ...store.config.storage, endpoint: 'http://127.0.0.1:1' })
    const alone = await openServer(store.config, { storage })
    const call = withToken(alone.app, bench.admin.token)
    const area = { left: 0, top: 0, width: 400, height: 300 }
    const answers = [await call('POST', at(), { key, ...WORDS }), await call('POST', at(`/${added.id}/crop`), area)]
    for (const answer of answers) expect([answer.statusCode, answer.json().code]).toEqual([503, 'storage.away'])
    storage.close()
    await alone.close()
    expect(await gallery()).toEqual([added])
    await add(key)
  })

  test('a picture’s label and alt text can be changed', async () => {
    const { id } = await addNew()
    const words = { label: 'Rear', alt: 'From behind' }
    expect((await bench.ask<AdminPicture>('PATCH', at(`/${id}`), words)).picture).toMatchObject(words)
    expect((await lastChanges(store.db))[0]).toMatchObject({ before: WORDS, after: words })
    expect(await bench.refused('PATCH', at('/999999'), words)).toEqual([404, 'picture.not_found'])
    const other = await bench.newDraft()
    expect(await bench.refused('PATCH', at(`/${id}`, other.id), words)).toEqual([404, 'picture.not_found'])
  })

  test('a picture’s kind and caption can be changed one at a time, by administrators only', async () => {
    const { id, picture } = await addNew()
    expect(picture).toMatchObject({ kind: 'studio', caption: null })
    const caption = 'Garage mode at night'
    expect((await bench.ask<AdminPicture>('PATCH', at(`/${id}`), { caption: `  ${caption} ` })).picture).toMatchObject({
      ...{ ...WORDS, kind: 'studio', caption },
    })
    expect((await lastChanges(store.db))[0]).toMatchObject({
      ...{ action: 'describe picture', before: { caption: null }, after: { caption } },
    })
    // A page that has not seen the caption leaves it unchanged.
    expect((await bench.ask<AdminPicture>('PATCH', at(`/${id}`), { kind: 'in_game' })).picture).toMatchObject({
      ...{ ...WORDS, kind: 'in_game', caption },
    })
    expect((await lastChanges(store.db))[0]).toMatchObject({ before: { kind: 'studio' }, after: { kind: 'in_game' } })

    const buyer = await newPerson(store)
    const answer = await buyer.call('PATCH', at(`/${id}`), { caption: 'Mine' })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'auth.admin_required'])
    expect((await gallery())[0]?.picture).toMatchObject({ kind: 'in_game', caption })
    await bench.ask('PATCH', at(`/${id}`), { caption: null })
    expect((await gallery())[0]?.picture.caption).toBeNull()
  })

  test.each([
    ['a NUL byte', { caption: 'Night\u0000' }],
    ['a line break', { caption: 'Night\nDay' }],
    ['121 characters', { caption: 'x'.repeat(121) }],
    ['an empty caption', { caption: ' ' }],
    ['an unknown kind', { kind: 'photo' }],
  ])('a picture edit with %s is refused and changes nothing', async (_, words) => {
    const added = await addNew()
    const log = await lastChanges(store.db)
    expect(await bench.refused('PATCH', at(`/${added.id}`), words)).toEqual([400, 'request.invalid'])
    expect(await gallery()).toEqual([added])
    expect(await lastChanges(store.db)).toEqual(log)
  })

  test('a picture caption may have 120 characters', async () => {
    const { id } = await addNew()
    const caption = 'x'.repeat(120)
    expect((await bench.ask<AdminPicture>('PATCH', at(`/${id}`), { caption })).picture.caption).toBe(caption)
  })
})

describe('cropping a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'cropping a %s replaces the picture with the area, under a new URL',
    async (format) => {
      const whole = await addNew('Front', { width: 800, height: 500, format })
      await runJobs(store)
      const area = { left: 100, top: 50, width: 400, height: 250 }
      const part = await bench.ask<AdminPicture>('POST', at(`/${whole.id}/crop`), area)
      expect(part.id).toBe(whole.id)
      expect(part.picture).toMatchObject({ ...WORDS, width: 400, height: 250, widths: [] })
      expect(part.picture.src).not.toBe(whole.picture.src)
      expect(await look(part)).toMatchObject({ width: 400, height: 250, type: `image/${format}` })
      const drawn = await shareDrawn()
      await runJobs(store)
      expect((await gallery())[0]?.picture.widths).toEqual([320])
      expect(await shareDrawn()).not.toBe(drawn)
      expect((await lastChanges(store.db))[0]?.action).toBe('crop picture')
    },
  )

  test('a crop must lie inside the picture', async () => {
    const { id } = await addNew('Front', { width: 800, height: 500 })
    const crop = (area: object) => bench.refused('POST', at(`/${id}/crop`), area)
    expect(await crop({ left: 500, top: 0, width: 400, height: 250 })).toEqual([400, 'request.invalid'])
    expect(await crop({ left: 0, top: 400, width: 400, height: 250 })).toEqual([400, 'request.invalid'])
    expect(await crop({ left: -1, top: 0, width: 400, height: 250 })).toEqual([400, 'request.invalid'])
    expect(await crop({ left: 0, top: 0, width: 100, height: 100 })).toEqual([400, 'request.invalid'])
    const area = { left: 0, top: 0, width: 400, height: 250 }
    expect(await bench.refused('POST', at('/999999/crop'), area)).toEqual([404, 'picture.not_found'])
    expect((await gallery())[0]?.picture.width).toBe(800)
  })

  test('two concurrent crops leave one picture whose file exists', async () => {
    const { id } = await addNew('Front', { width: 800, height: 500 })
    const areas = [0, 100].map((left) => ({ left, top: 0, width: 400, height: 250 }))
    const answers = await Promise.all(areas.map((area) => bench.admin.call('POST', at(`/${id}/crop`), area)))
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
    const [shown] = await gallery()
    expect(shown && (await look(shown))).toMatchObject({ width: 400, height: 250 })
  })
})

describe('the gallery', () => {
  test('the gallery can be sorted, and a new first picture changes the share image', async () => {
    const pictures = [await addNew('One'), await addNew('Two'), await addNew('Three')]
    const [one = 0, two = 0, three = 0] = pictures.map(({ id }) => id)
    await runJobs(store)
    const drawn = await shareDrawn()
    const ordered = await bench.ask<AdminPicture[]>('POST', at('/order'), { ids: [three, one, two] })
    expect(ordered.map(({ picture }) => picture.label)).toEqual(['Three', 'One', 'Two'])
    expect(await gallery()).toEqual(ordered)
    await runJobs(store)
    expect(await shareDrawn()).not.toBe(drawn)
    expect((await lastChanges(store.db))[0]).toMatchObject({ action: 'order pictures', subjectId: String(modId) })
    await addNew('Four')
    expect(await labels()).toEqual(['Three', 'One', 'Two', 'Four'])
  })

  test('sorting the gallery is refused if the client does not know all of its pictures', async () => {
    const { id: one } = await addNew('One')
    const { id: two } = await addNew('Two')
    const changed = [409, 'order.changed']
    for (const ids of [[one], [one, one], [one, two, 999_999], [one, 999_999]]) {
      expect(await bench.refused('POST', at('/order'), { ids }), String(ids)).toEqual(changed)
    }
    expect(await bench.refused('POST', at('/order', 999_999), { ids: [one] })).toEqual([404, 'mod.not_found'])
    expect(await labels()).toEqual(['One', 'Two'])
  })

  test('a picture can be removed, but not the last one of a published mod', async () => {
    const { id: first } = await addNew('One')
    const { id: second } = await addNew('Two')
    await store.db.update(mods).set({ status: 'published', publishedAt: new Date() }).where(eq(mods.id, modId))
    await bench.ask('DELETE', at(`/${first}`))
    expect(await labels()).toEqual(['Two'])
    expect(await bench.refused('DELETE', at(`/${second}`))).toEqual([409, 'picture.last_one'])
    expect(await bench.refused('DELETE', at(`/${first}`))).toEqual([404, 'picture.not_found'])
    await store.db.update(mods).set({ status: 'draft' }).where(eq(mods.id, modId))
    await bench.ask('DELETE', at(`/${second}`))
    expect(await gallery()).toEqual([])
    expect((await lastChanges(store.db)).map(({ action }) => action)).toEqual([
      ...['remove picture', 'remove picture', 'add picture', 'add picture'],
    ])
  })

  test('a gallery holds at most a hundred pictures', async () => {
    const key = await send(await testPicture())
    for (let sortOrder = 0; sortOrder < 100; sortOrder++) await createPicture(store.db, { modId, sortOrder })
    expect(await bench.refused('POST', at(), { key, ...WORDS })).toEqual([400, 'request.invalid'])
    expect(await store.db.select().from(modPictures)).toHaveLength(100)
  })

  test('a gallery change of a published mod is public at once', async () => {
    const { id } = await addNew()
    await bench.newDraftRelease(modId, '1.0')
    await bench.ask('POST', `/api/admin/mods/${modId}/publish`, { at: null })
    const seen = async () => (await store.app.inject(`/api/mods/${modId}`)).json<Partial<ModDetails>>().pictures?.[0]
    await vi.waitFor(async () => expect(await seen()).toMatchObject({ alt: WORDS.alt, caption: null }), {
      timeout: 5_000,
    })
    const words = { alt: 'At night', kind: 'in_game', caption: 'Garage mode' }
    await bench.ask('PATCH', at(`/${id}`), words)
    await vi.waitFor(async () => expect(await seen()).toMatchObject(words), { timeout: 5_000 })
  })
})
