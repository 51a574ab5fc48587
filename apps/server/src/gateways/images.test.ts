import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { testPicture } from '#testing/test-picture.ts'
import { loadSharp, readPicture } from './images.ts'
import { UnusablePicture } from './unusable-picture.ts'

const sharp = await loadSharp()

/** A PNG whose header claims another size. */
const promising = (png: Buffer, width: number, height: number) => {
  const changed = Buffer.from(png)
  changed.writeUInt32BE(width, 16)
  changed.writeUInt32BE(height, 20)
  changed.writeUInt32BE(crc32(changed.subarray(12, 29)), 29)
  return changed
}

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a picture in %s is read and kept in its format',
  async (format) => {
    const bytes = await testPicture({ format })
    const read = await readPicture(bytes)
    expect(read).toMatchObject({ width: 400, height: 250, contentType: `image/${format}` })
    expect(read.extension).toBe(format === 'jpeg' ? 'jpg' : format)
    expect(read.bytes.equals(bytes)).toBe(true)
  },
)

test('the placeholder is a few pixels in a few characters, whatever the original', async () => {
  const noise = { width: 300, height: 300, channels: 4 } as const
  const { placeholder } = await readPicture(
    await sharp(randomBytes(300 * 300 * 4), { raw: noise })
      .png()
      .toBuffer(),
  )
  expect(placeholder.length).toBeLessThan(1_000)
  const [head, data = ''] = placeholder.split(',')
  expect(head).toBe('data:image/webp;base64')
  expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({ format: 'webp', width: 16, height: 16 })

  expect((await readPicture(await testPicture())).placeholder.length).toBeLessThan(400)
})

test('a photograph is turned upright and loses its location data', async () => {
  const bytes = await sharp(await testPicture({ format: 'jpeg' }))
    .withMetadata({ orientation: 6, exif: { IFD3: { GPSLatitude: '51/1 30/1 0/1' } } })
    .jpeg()
    .toBuffer()
  expect((await sharp(bytes).metadata()).exif).toBeDefined()

  const read = await readPicture(bytes)
  expect(read).toMatchObject({ width: 250, height: 400, extension: 'jpg' })
  const kept = await sharp(read.bytes).metadata()
  expect(kept).toMatchObject({ format: 'jpeg', width: 250, height: 400 })
  expect([kept.exif, kept.orientation]).toEqual([undefined, undefined])
})

test('animated, oversized and unreadable pictures are refused with the reason', async () => {
  const png = await testPicture({ format: 'png' })
  const jpeg = await testPicture({ format: 'jpeg' })
  const frames = [await testPicture(), await testPicture()]
  const refusals: [Buffer, RegExp][] = [
    [Buffer.from(''), /not a JPEG, PNG, WebP or AVIF/],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), /not a JPEG, PNG, WebP or AVIF/],
    [await sharp(png).gif().toBuffer(), /not a JPEG, PNG, WebP or AVIF/],
    [jpeg.subarray(0, jpeg.length / 2), /damaged/],
    [Buffer.concat([jpeg.subarray(0, 4), randomBytes(500)]), /damaged/],
    [promising(png, 10_000, 6_000), /10000 x 6000 pixels/],
    [
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
      /animated/,
    ],
  ]
  for (const [bytes, reason] of refusals) {
    const refusal: unknown = await readPicture(bytes).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(UnusablePicture)
    expect((refusal as Error).message).toMatch(reason)
  }
})

test('a starting server does not load the image library; a worker loads it on demand', async () => {
  const script = `
    import { registerHooks } from 'node:module'
    const asked = new Set()
    registerHooks({ resolve: (name, context, next) => (asked.add(name), next(name, context)) })
    await import('#app.ts')
    await import('#open-services.ts')
    await import('#all-jobs.ts')
    const before = asked.has('sharp')
    const { loadSharp } = await import('#gateways/images.ts')
    await loadSharp()
    console.log(JSON.stringify([before, asked.has('sharp')]))`
  const node = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, node, { cwd: import.meta.dirname })
  expect(JSON.parse(stdout)).toEqual([false, true])
}, 60_000)
