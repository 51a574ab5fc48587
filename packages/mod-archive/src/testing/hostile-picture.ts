import { once } from 'node:events'
import { crc32, createDeflate } from 'node:zlib'

interface Shape {
  width: number
  height: number
  bytesPerPixel: number
  /** Bits per color and PNG's color type. */
  kind: readonly [number, number]
}

/** The seven passes of an interlaced PNG: first column, first row, and the steps between them. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** Black, deflated row by row, because the rows are up to 300 MB. */
const rows = async ({ width, height, bytesPerPixel }: Shape) => {
  const deflate = createDeflate({ level: 6 })
  const parts: Buffer[] = []
  deflate.on('data', (part: Buffer) => parts.push(part))
  for (const [left, top, across, down] of PASSES) {
    const row = Buffer.alloc(1 + Math.ceil((width - left) / across) * bytesPerPixel)
    for (let y = top; y < height; y += down) if (!deflate.write(row)) await once(deflate, 'drain')
  }
  deflate.end()
  await once(deflate, 'end')
  return Buffer.concat(parts)
}

/** "Turn me by 90 degrees", which needs the whole picture at once. */
const TURNED = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')

const interlaced = async (shape: Shape) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(shape.width, 0)
  header.writeUInt32BE(shape.height, 4)
  header.set([...shape.kind, 0, 0, 1], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('eXIf', TURNED),
    chunk('IDAT', await rows(shape)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * A valid PNG of 0.3 MB with 50 million pixels of 16 bits per color, interlaced and to be turned: a decoder that takes it
 * as it comes needs 0.8 GB.
 */
export const pixelBomb = () => interlaced({ width: 7_070, height: 7_070, bytesPerPixel: 6, kind: [16, 2] })

/** An 8K picture with transparency, interlaced and to be turned: the most expensive PNG that the store accepts. */
export const largestPicture = () => interlaced({ width: 7_680, height: 4_320, bytesPerPixel: 4, kind: [8, 6] })

/** A picture as small as an icon. */
export const smallPicture = () => interlaced({ width: 64, height: 64, bytesPerPixel: 4, kind: [8, 6] })
