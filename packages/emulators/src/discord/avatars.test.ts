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
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG')
    },
  )

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

  test('a new avatar has a new URL, and the old URL stops working', async () => {
    const { avatar } = await discord.order<DiscordUser>('users/change', { id: MIKA, avatar: 'new' })
    expect((await get(`/avatars/${MIKA}/${PICTURE}.png`)).status).toBe(404)
    expect((await get(`/avatars/${MIKA}/${avatar}.png`)).status).toBe(200)
  })

  test('users without an avatar get one of six defaults', async () => {
    expect((await get('/embed/avatars/5.png')).status).toBe(200)
    expect((await get('/embed/avatars/6.png')).status).toBe(404)
  })

  test('a fault can make an avatar fail to load', async () => {
    await discord.order('faults', { kind: 'error', call: 'GET /avatars/' })
    expect((await get(`/avatars/${MIKA}/${PICTURE}.png`)).status).toBe(500)
  })
})
