import { createCipheriv } from 'node:crypto'
import type { PlanKeys } from './keys.ts'

/**
 * The shares of ones in a slot, in 65536ths: 1/2 ± 1/(2√3), the two points that resist up to four colluders best
 * (Nuida et al., discrete Tardos codes).
 */
const RARE = 13_849
const FREQUENT = 65_536 - RARE
export const RARE_SHARE = RARE / 65_536
/** The standard deviation of a bit, the same for both shares. */
export const BIT_DEVIATION = Math.sqrt(RARE_SHARE * (1 - RARE_SHARE))

const BLOCK_BYTES = 16
const SLOTS_PER_BLOCK = BLOCK_BYTES / 2

/** AES over a list of counters: AES-CTR that can skip blocks that are not needed. */
const keystream = (key: Buffer, counters: Buffer) => {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const bytes = cipher.update(counters)
  // Copying would take longer than the encryption. Only an odd offset requires it.
  const even = bytes.byteOffset % 2 === 0 ? bytes : Buffer.from(Uint8Array.from(bytes).buffer)
  return new Uint16Array(even.buffer, even.byteOffset, even.length / 2)
}

const blocksOf = (slots: ArrayLike<number>) => {
  const blocks = new Map<number, number>()
  const places = new Uint32Array(slots.length)
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0
    const block = Math.floor(slot / SLOTS_PER_BLOCK)
    const place = blocks.get(block) ?? blocks.size
    blocks.set(block, place)
    places[at] = place * SLOTS_PER_BLOCK + (slot % SLOTS_PER_BLOCK)
  }
  const counters = Buffer.alloc(blocks.size * BLOCK_BYTES)
  for (const [block, place] of blocks) counters.writeUInt32BE(block, place * BLOCK_BYTES + 12)
  return { counters, places }
}

/** The codewords of a plan at the given slots. No bits are stored: key and purchase id always give the same ones. */
export const createCode = (keys: PlanKeys, slots: ArrayLike<number>) => {
  const { counters, places } = blocksOf(slots)
  const isFrequent = Uint8Array.from(keystream(keys.biases, counters), (word) => word & 1)
  const limits = Uint16Array.from(places, (place) => (isFrequent[place] === 1 ? FREQUENT : RARE))
  return {
    /** 1 where ones are frequent, 0 where they are rare. */
    isFrequent: Uint8Array.from(places, (place) => isFrequent[place] ?? 0),
    bitsOf: (purchase: string) => {
      const words = keystream(keys.codeword(purchase), counters)
      const bits = new Uint8Array(places.length)
      // 1 if the word is below the limit. Without a branch, because every bit would be mispredicted.
      for (let at = 0; at < bits.length; at++) bits[at] = ((words[places[at] ?? 0] ?? 0) - (limits[at] ?? 0)) >>> 31
      return bits
    },
  }
}

export const everySlot = (slotCount: number) => Uint32Array.from({ length: slotCount }, (_, slot) => slot)

/** One keyed bit per slot: the direction in which its coordinate moves. */
export const directionBits = (keys: PlanKeys, slotCount: number) => {
  const { counters, places } = blocksOf(everySlot(slotCount))
  const words = keystream(keys.directions, counters)
  return Uint8Array.from(places, (place) => (words[place] ?? 0) & 1)
}
