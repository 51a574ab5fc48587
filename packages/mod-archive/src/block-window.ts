import { type RangeSource, readExactly } from './source.ts'

const BLOCK_BYTES = 4 * 2 ** 20

export type BlockWindow = ReturnType<typeof createWindow>

/** Reads one block ahead, because entries are visited in the order of their position. */
export const createWindow = (source: RangeSource, signal?: AbortSignal) => {
  let blocks: { number: number; bytes: Promise<Buffer> }[] = []
  const load = (number: number) => {
    const offset = number * BLOCK_BYTES
    const bytes = readExactly(source, offset, Math.min(BLOCK_BYTES, source.size - offset), signal)
    // The caller that needs the block gets the error. If none does, the rejection must still be handled.
    bytes.catch(() => undefined)
    return { number, bytes }
  }
  const block = (number: number) => {
    const wanted = [number, number + 1].filter((one) => one * BLOCK_BYTES < source.size)
    blocks = wanted.map((one) => blocks.find((loaded) => loaded.number === one) ?? load(one))
    return blocks[0]?.bytes ?? Promise.resolve(Buffer.alloc(0))
  }
  /** The available bytes between `offset` and `end`. */
  const some = async (offset: number, end: number) => {
    const number = Math.floor(offset / BLOCK_BYTES)
    const start = number * BLOCK_BYTES
    return (await block(number)).subarray(offset - start, end - start)
  }
  const pieces = async function* (offset: number, end: number) {
    for (let place = offset; place < end; ) {
      const piece = await some(place, end)
      place += piece.length
      yield piece
    }
  }
  return { pieces }
}
