import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AdminSettings } from '@slipstream/contract/settings-admin'
import { THEME_COLORS } from '@slipstream/contract/accent'
import { loadSharp } from '#gateways/images.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { testPicture } from '#testing/test-picture.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

// Drawing is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

const AT = '/api/admin/settings/pictures'
const VALUES = '/api/admin/settings/values'

/** Uploads straight to storage, as the browser does, and then submits the upload to the store. */
const give = async (use: 'logo' | 'share', bytes: Buffer, contentType = 'image/png') => {
  const offered = await admin.call('POST', `${AT}/upload`, { contentType })
  expect(offered.statusCode, offered.body).toBe(200)
  const { key, url } = offered.json<{ key: string; url: string }>()
  const sent = await fetch(url, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'content-type': contentType },
  })
  expect(sent.status).toBe(200)
  const answer = await admin.call('POST', AT, { key, use })
  return { incoming: key, answer, key: answer.json<{ key?: string }>().key ?? '' }
}
const seen = async (key: string) => {
  const answer = await fetch(store.services.storage.publicUrl(key))
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  return (await loadSharp())(Buffer.from(await answer.arrayBuffer()))
}
/** A disc of one color on a transparent background. */
const disc = async (color: string) =>
  (await loadSharp())(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><circle cx="128" cy="128" r="90" fill="${color}"/></svg>`,
    ),
  )
    .png()
    .toBuffer()
const cornerOf = async (key: string) => {
  const { data } = await (await seen(key)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { color: `#${data.toString('hex', 0, 3)}`, alpha: data[3] }
}

test('[ROUTE-18] an uploaded logo appears on every page and in mails once it is saved', async () => {
  const { incoming, key } = await give('logo', await testPicture({ width: 400, height: 400 }), 'image/webp')
  expect(key).toMatch(/^brand\/[0-9a-f]{64}\.png$/)
  expect(await (await seen(key)).metadata()).toMatchObject({ format: 'png', width: 128, height: 128 })
  expect(await store.services.storage.sizeOfPrivate(incoming)).toBeNull()
  expect((await store.call('GET', '/api/site/store')).json()).toMatchObject({ logo: '' })

  const saved = await admin.call('PATCH', VALUES, { logo: key })
  const { values, changes, pictureBase } = saved.json<AdminSettings>()
  const address = store.services.storage.publicUrl(key)
  expect([values.logo, pictureBase + key]).toEqual([key, address])
  expect(changes).toMatchObject([{ key: 'logo', by: admin.row.username }])
  expect(await lastChanges(store.db)).toMatchObject([
    { subjectName: 'Logo', before: { logo: '' }, after: { logo: key } },
  ])
  await vi.waitFor(async () =>
    expect((await store.call('GET', '/api/site/store')).json()).toMatchObject({ logo: address }),
  )
  await admin.call('POST', '/api/account/password', { password: 'an entirely new one' })
  await runJobs(store)
  const [mail] = await readMailbox(admin.row.email ?? '')
  expect(mail?.html).toContain(`<img src="${address}" alt="" width="28"`)
})

test('[ROUTE-18] an uploaded share picture has the size that chats expect and can be reset', async () => {
  const { key } = await give('share', await testPicture({ width: 1_600, height: 1_600, format: 'png' }))
  expect(key).toMatch(/^brand\/[0-9a-f]{64}\.jpg$/)
  expect(await (await seen(key)).metadata()).toMatchObject({ format: 'jpeg', width: 1_200, height: 630 })
  await admin.call('PATCH', VALUES, { sharePicture: key })
  const address = store.services.storage.publicUrl(key)
  const shown = async () => (await store.call('GET', '/api/site/store')).json<{ sharePicture: string }>().sharePicture
  await vi.waitFor(async () => expect(await shown()).toBe(address))
  await admin.call('PATCH', VALUES, { sharePicture: '' })
  await vi.waitFor(async () => expect(await shown()).toBe(''))
})

test('metadata is removed from uploaded logos and share pictures', async () => {
  const sharp = await loadSharp()
  const located = await sharp(await testPicture({ width: 700, height: 700, format: 'jpeg' }))
    .withExif({ IFD0: { Artist: 'maren.kessel' } })
    .jpeg()
    .toBuffer()
  expect(located.includes('maren.kessel')).toBe(true)
  for (const use of ['logo', 'share'] as const) {
    const { key } = await give(use, located, 'image/jpeg')
    expect((await (await seen(key)).metadata()).exif, use).toBeUndefined()
  }
})

describe('a transparent logo', () => {
  test('a logo that is visible in both themes keeps its transparent background', async () => {
    const { key } = await give('logo', await disc('#d9480f'))
    expect((await cornerOf(key)).alpha).toBe(0)
  })

  test.each([
    ['dark', '#101010', THEME_COLORS.light.surfaces.background],
    ['light', '#fafafa', THEME_COLORS.dark.surfaces.background],
  ])('a logo that would vanish in the %s theme gets a tile', async (_, color, tile) => {
    const { key } = await give('logo', await disc(color))
    expect(await cornerOf(key)).toEqual({ color: tile, alpha: 255 })
  })
})

describe('an unusable picture', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>')
  test.each([
    ['an SVG file', 'logo', async () => svg, /not a JPEG, PNG, WebP or AVIF/],
    ['an empty file', 'logo', async () => Buffer.alloc(0), /empty/],
    ['a wide logo', 'logo', () => testPicture({ format: 'png' }), /has 400 x 250 pixels. Choose a square one/],
    ['a small logo', 'logo', () => testPicture({ width: 64, height: 64, format: 'png' }), /at least 128 x 128/],
    ['a small share picture', 'share', () => testPicture({ format: 'png' }), /at least 600 x 315/],
  ] as const)('%s is refused with a reason', async (_, use, bytes, reason) => {
    const { answer } = await give(use, await bytes())
    expect(answer.json()).toMatchObject({ code: 'picture.unusable', message: expect.stringMatching(reason) })
  })

  test('a request for an SVG upload address is refused', async () => {
    const answer = await admin.call('POST', `${AT}/upload`, { contentType: 'image/svg+xml' })
    expect(answer.json()).toMatchObject({ code: 'request.invalid', issues: [{ path: '/contentType' }] })
  })

  test('a picture that was not uploaded for the settings is not found', async () => {
    for (const key of ['incoming/brand/none', 'incoming/7/other', 'uploads/mod.zip']) {
      expect((await admin.call('POST', AT, { key, use: 'logo' })).json()).toMatchObject({ code: 'picture.not_found' })
    }
  })

  test('a setting accepts only the key of a stored picture of its kind', async () => {
    const hash = 'a'.repeat(64)
    const change = async (body: object) => (await admin.call('PATCH', VALUES, body)).json<object>()
    expect(await change({ logo: `brand/${hash}.png` })).toMatchObject({ code: 'picture.not_found' })
    expect(await change({ logo: `brand/${hash}.jpg` })).toMatchObject({ issues: [{ path: '/logo' }] })
    expect(await change({ sharePicture: 'https://elsewhere.example/a.jpg' })).toMatchObject({
      issues: [{ path: '/sharePicture' }],
    })
  })
})
