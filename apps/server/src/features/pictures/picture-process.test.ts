import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { pixelBomb } from '@slipstream/mod-archive/testing/hostile-picture'
import { UnusablePicture } from '#gateways/unusable-picture.ts'
import { testPicture } from '#testing/test-picture.ts'
import { pictureProcessId } from './ask-picture-process.ts'
import { inPictureTurn } from './picture-turns.ts'
import { promisedPixels } from './promised-pixels.ts'

// Decoding is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const clean = async (given: Buffer, account: number | null = null) =>
  inPictureTurn({ account, pixels: promisedPixels(given) }, (pictures) =>
    pictures.clean(given, { mostPixels: 1_600, promised: promisedPixels(given) }),
  )
const field = (name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pictureProcessId()}/status`, 'utf8'))?.[1])

test('a small file that takes 0.6 GB to open is refused before it is opened', async () => {
  await clean(await testPicture())
  const before = field('VmHWM')
  await expect(clean(await pixelBomb())).rejects.toThrow(/7070 x 7070 pixels and is saved in a way/)
  expect(field('VmHWM') - before).toBeLessThan(20_000)
})

test('the picture process has no secret of the store, and the system ends it before the store', async () => {
  vi.stubEnv('AUTH_SECRET', 'a secret of the store')
  await clean(await testPicture())
  expect(readFileSync(`/proc/${pictureProcessId()}/environ`, 'utf8')).not.toContain('a secret of the store')
  expect(readFileSync(`/proc/${pictureProcessId()}/oom_score_adj`, 'utf8').trim()).toBe('1000')
})

test('a picture that ends the picture process is refused, and the next one is made by another process', async () => {
  await clean(await testPicture())
  const first = pictureProcessId()
  const large = await testPicture({ width: 5_000, height: 4_000, format: 'png' })
  const fatal = clean(large)
  process.kill(Number(first), 'SIGKILL')
  await expect(fatal).rejects.toBeInstanceOf(UnusablePicture)
  expect((await clean(await testPicture())).width).toBe(400)
  expect(pictureProcessId()).not.toBe(first)
})

test('small pictures go before large ones, and one account cannot fill the queue', async () => {
  const large = await testPicture({ width: 6_000, height: 4_000, format: 'png' })
  const small = await testPicture({ width: 64, height: 64, format: 'png' })
  const order: string[] = []
  const flood = Array.from({ length: 20 }, () =>
    clean(large, 1).then(
      () => order.push('large'),
      ({ code }: { code: string }) => order.push(code),
    ),
  )
  await clean(small, 2)
  // Six of one account may wait, of which one was at work.
  expect(order.filter((end) => end === 'large').length).toBeLessThanOrEqual(1)
  await Promise.all(flood)
  expect(order.filter((end) => end === 'request.too_many')).toHaveLength(14)
})

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'the first bytes of a picture in %s tell its size, and something else counts as the largest',
  async (format) => {
    const head = (await testPicture({ width: 320, height: 200, format })).subarray(0, 65_536)
    expect(promisedPixels(head)).toBe(64_000 * (format === 'avif' ? 6 : 1))
    expect(promisedPixels(head.subarray(0, 9))).toBe(50_000_000)
    expect(promisedPixels(randomBytes(100))).toBe(50_000_000)
  },
)

test('a picture that is larger than its first bytes promise is refused', async () => {
  const given = await testPicture()
  const lie = inPictureTurn({ account: null }, (pictures) => pictures.clean(given, { mostPixels: 400, promised: 99 }))
  await expect(lie).rejects.toThrow(/damaged/)
})
