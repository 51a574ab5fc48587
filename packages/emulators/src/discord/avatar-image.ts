import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { DiscordUser } from './discord-state.ts'

/** A symmetric pattern of 5 by 5 fields inside a border one field wide. */
const FIELDS = 7
const PNG_BEGIN = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG whose pattern and color depend on the seed, so that users can be told apart. */
export const drawAvatar = (seed: string, size: number) => {
  const digest = createHash('sha256').update(seed).digest()
  const hue = digest.readUInt16BE(30) % 360
  return Buffer.concat([
    PNG_BEGIN,
    // One bit per pixel, which selects one of two colors.
    chunk('IHDR', Buffer.from([...uint32(size), ...uint32(size), 1, 3, 0, 0, 0])),
    chunk('PLTE', Buffer.from([...colour(hue, 0.9), ...colour(hue, 0.4)])),
    chunk('IDAT', deflateSync(points(digest, size))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Which of Discord's default avatars a user without one has. */
const defaultAvatarOf = ({ id }: DiscordUser) => Number((BigInt(id) >> 22n) % 6n)

/** For the emulator's own pages: inlined, so that viewing them makes no call to the emulated API. */
export const avatarAddress = (user: DiscordUser) =>
  `data:image/png;base64,${drawAvatar(user.avatar ?? `default ${defaultAvatarOf(user)}`, 112).toString('base64')}`

const points = (digest: Buffer, size: number) => {
  const lineLength = 1 + Math.ceil(size / 8)
  const data = Buffer.alloc(lineLength * size)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(digest, Math.floor((x * FIELDS) / size), Math.floor((y * FIELDS) / size))) continue
      const at = y * lineLength + 1 + (x >> 3)
      data[at] = (data[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return data
}

const isDark = (digest: Buffer, column: number, row: number) => {
  if (column < 1 || column > 5 || row < 1 || row > 5) return false
  const fromMiddle = Math.abs(column - 3)
  return (digest[fromMiddle * 5 + row - 1] ?? 0) >= 128
}

const colour = (hue: number, lightness: number) => {
  const strength = 0.65 * Math.min(lightness, 1 - lightness)
  const part = (offset: number) => {
    const turned = (offset + hue / 30) % 12
    return Math.round(255 * (lightness - strength * Math.max(-1, Math.min(turned - 3, 9 - turned, 1))))
  }
  return [part(0), part(8), part(4)]
}

const chunk = (name: string, data: Buffer) => {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([uint32(data.length), content, uint32(crc32(content))])
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
