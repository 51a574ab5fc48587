import { inflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DiscordUser } from './discord-state.ts'
import { MIKA, OLA_OUTSIDE } from './initial-state.ts'
import { startDiscord } from './testing/running-discord.ts'

const PICTURE = '5f2d8c1b9a3e4706b8d1c2f3a4e59687'

let discord: Awaited<ReturnType<typeof startDiscord>>

beforeAll(async () => {
  discord = await startDiscord()
})
afterEach(() => discord.order('reset'))
afterAll(() => discord.close())

const get = (path: string) => fetch(discord.address + path)
const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())

/** A minimal PNG reader for files with one chunk of each kind. */
const readPng = (png: Buffer) => {
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const data = png.indexOf('IDAT')
  const lines = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)))
  return { width, height, lines: lines.length }
}

describe('an avatar', () => {
  test.each(['png', 'webp', 'jpg'])(
    'an avatar is a real PNG that other sites may embed (requested as %s)',
    async (format) => {
      const answer = await get(`/avatars/${MIKA}/${PICTURE}.${format}`)
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/png',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=31536000',
      })
      expect(readPng(Buffer.from(await answer.arrayBuffer()))).toEqual({ width: 128, height: 128, lines: 128 * 17 })
    },
  )

  test('an avatar has the requested size, and sizes that are not a power of two are refused', async () => {
    const path = `/avatars/${MIKA}/${PICTURE}.png`
    expect(readPng(await bytes(`${path}?size=16`))).toMatchObject({ width: 16, height: 16 })
    expect((await get(`${path}?size=100`)).status).toBe(400)
    expect((await get(`${path}?size=big`)).status).toBe(400)
  })

  test('an avatar URL with another user or hash, or of a user without an avatar, is not found', async () => {
    for (const path of [
      `/avatars/${OLA_OUTSIDE}/${PICTURE}.png`,
      `/avatars/${MIKA}/${PICTURE.replace('5', '6')}.png`,
      `/avatars/${MIKA}/null.png`,
      `/avatars/${MIKA}/${PICTURE}.exe`,
    ]) {
      expect((await get(path)).status, path).toBe(404)
    }
  })

  test('a new avatar looks different and has a new URL, and the old URL stops working', async () => {
    const before = await bytes(`/avatars/${MIKA}/${PICTURE}.png`)
    const { avatar } = await discord.order<DiscordUser>('users/change', { id: MIKA, avatar: 'new' })
    expect((await get(`/avatars/${MIKA}/${PICTURE}.png`)).status).toBe(404)
    expect(before.equals(await bytes(`/avatars/${MIKA}/${avatar}.png`))).toBe(false)
  })

  test('users without an avatar get one of six defaults', async () => {
    const pictures = await Promise.all([0, 1, 2, 3, 4, 5].map((number) => bytes(`/embed/avatars/${number}.png`)))
    expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(6)
    expect((await get('/embed/avatars/6.png')).status).toBe(404)
  })

  test('a fault can make an avatar fail to load', async () => {
    await discord.order('faults', { kind: 'error', call: 'GET /avatars/' })
    expect((await get(`/avatars/${MIKA}/${PICTURE}.png`)).status).toBe(500)
  })
})
