import { crc32, deflateSync } from 'node:zlib'

const chunk = (kind: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const bytes = Buffer.alloc(body.length + 8)
  bytes.writeUInt32BE(content.length, 0)
  body.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(body), body.length + 4)
  return bytes
}

/** A real PNG: a sky over a road in the given color. */
export const pngOf = (width: number, height: number, [red, green, blue]: readonly [number, number, number]) => {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++) {
    const light = y < height / 2 ? 1 - y / height : 0.25
    for (let x = 0; x < width; x++) {
      const place = y * (1 + width * 3) + 1 + x * 3
      rows[place] = red * light
      rows[place + 1] = green * light
      rows[place + 2] = blue * light
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits each for red, green and blue
  header[8] = 8
  header[9] = 2
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
