/**
 * SHA-256 whose state can be stored, which node:crypto does not offer: a release hashes the body of its copies once, and
 * each copy continues from there with its tail.
 */
interface HashState {
  words: Int32Array
  /** The bytes hashed so far, including those of the open block. */
  length: number
  /** The first `length % 64` bytes wait for the rest of their block. */
  block: Buffer
}

const BLOCK_BYTES = 64
const WORDS = 8
type Words = [number, number, number, number, number, number, number, number]

const firstPrimes = (count: number) => {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  }
  return primes
}
/** The first 32 bits behind the point. */
const fractionOf = (root: number) => ((root % 1) * 2 ** 32) | 0
const ROUNDS = Int32Array.from(firstPrimes(64), (prime) => fractionOf(Math.cbrt(prime)))
const START = Int32Array.from(firstPrimes(WORDS), (prime) => fractionOf(Math.sqrt(prime)))

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by))

const schedule = new Int32Array(64)

const expand = (bytes: Buffer, offset: number) => {
  for (let at = 0; at < 16; at++) schedule[at] = bytes.readInt32BE(offset + at * 4)
  for (let at = 16; at < 64; at++) {
    const before = schedule[at - 15] ?? 0
    const last = schedule[at - 2] ?? 0
    const low = rotated(before, 7) ^ rotated(before, 18) ^ (before >>> 3)
    const high = rotated(last, 17) ^ rotated(last, 19) ^ (last >>> 10)
    schedule[at] = ((schedule[at - 16] ?? 0) + low + (schedule[at - 7] ?? 0) + high) | 0
  }
}

const compress = (words: Int32Array, bytes: Buffer, offset: number) => {
  expand(bytes, offset)
  let [a, b, c, d, e, f, g, h] = [...words] as Words
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g)
    const high = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const first = (h + high + choice + (ROUNDS[at] ?? 0) + (schedule[at] ?? 0)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const sums = [a, b, c, d, e, f, g, h]
  for (let at = 0; at < WORDS; at++) words[at] = ((words[at] ?? 0) + (sums[at] ?? 0)) | 0
}

const take = (state: HashState, bytes: Buffer) => {
  const { words, block } = state
  const open = state.length % BLOCK_BYTES
  state.length += bytes.length
  let place = 0
  if (open > 0) {
    place = bytes.copy(block, open)
    if (open + place < BLOCK_BYTES) return
    compress(words, block, 0)
  }
  for (; place + BLOCK_BYTES <= bytes.length; place += BLOCK_BYTES) compress(words, bytes, place)
  bytes.copy(block, 0, place)
}

const encode = ({ words, length, block }: HashState) => {
  const head = Buffer.alloc(WORDS * 4 + 8)
  words.forEach((word, at) => head.writeInt32BE(word, at * 4))
  head.writeBigUInt64BE(BigInt(length), WORDS * 4)
  return Buffer.concat([head, block.subarray(0, length % BLOCK_BYTES)]).toString('base64')
}

const decode = (text: string): HashState => {
  const bytes = Buffer.from(text, 'base64')
  const length = Number(bytes.readBigUInt64BE(WORDS * 4))
  const block = Buffer.alloc(BLOCK_BYTES)
  if (bytes.copy(block, 0, WORDS * 4 + 8) !== length % BLOCK_BYTES) throw new RangeError('the stored hash is cut off')
  return { words: Int32Array.from({ length: WORDS }, (_, at) => bytes.readInt32BE(at * 4)), length, block }
}

/** Hashes bytes piece by piece, up to a state that can be stored. */
export const createResumableHash = () => {
  const state: HashState = { words: START.slice(), length: 0, block: Buffer.alloc(BLOCK_BYTES) }
  return { update: (bytes: Buffer) => take(state, bytes), save: () => encode(state) }
}

/** The SHA-256, in hex, of what was hashed before and the bytes that follow it. */
export const finishHash = (saved: string, bytes: Buffer) => {
  const state = decode(saved)
  take(state, bytes)
  const bits = BigInt(state.length) * 8n
  const zeros = (BLOCK_BYTES * 2 - 9 - (state.length % BLOCK_BYTES)) % BLOCK_BYTES
  const end = Buffer.alloc(1 + zeros + 8)
  end[0] = 0x80
  end.writeBigUInt64BE(bits, 1 + zeros)
  take(state, end)
  const digest = Buffer.alloc(WORDS * 4)
  state.words.forEach((word, at) => digest.writeInt32BE(word, at * 4))
  return digest.toString('hex')
}
