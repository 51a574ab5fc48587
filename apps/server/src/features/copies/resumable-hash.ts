import { _SHA256 } from '@noble/hashes/sha2.js'

const BLOCK_BYTES = 64
const WORDS = 8
const HEAD_BYTES = WORDS * 4 + 8
type Words = [number, number, number, number, number, number, number, number]

/**
 * SHA-256 whose state can be stored, which node:crypto does not offer. The body of a release's copies is hashed once,
 * and each copy resumes from there with its tail. The stored format is our own (words, length, open block), so a state
 * survives an update of the library.
 */
class ResumableHash extends _SHA256 {
  save() {
    const bytes = Buffer.alloc(HEAD_BYTES + this.pos)
    this.get().forEach((word, at) => bytes.writeInt32BE(word | 0, at * 4))
    bytes.writeBigUInt64BE(BigInt(this.length), WORDS * 4)
    bytes.set(this.buffer.subarray(0, this.pos), HEAD_BYTES)
    return bytes.toString('base64')
  }

  static from(saved: string) {
    const bytes = Buffer.from(saved, 'base64')
    const hash = new ResumableHash()
    hash.length = Number(bytes.readBigUInt64BE(WORDS * 4))
    hash.pos = hash.length % BLOCK_BYTES
    if (bytes.length !== HEAD_BYTES + hash.pos) throw new RangeError('the stored hash is cut off')
    hash.buffer.set(bytes.subarray(HEAD_BYTES))
    hash.set(...(Array.from({ length: WORDS }, (_, at) => bytes.readInt32BE(at * 4)) as Words))
    return hash
  }
}

/** Hashes bytes piece by piece, up to a state that can be stored. */
export const createResumableHash = (): Pick<ResumableHash, 'update' | 'save'> => new ResumableHash()

/** Continues from the saved state with these bytes. Returns the SHA-256 of everything as hex. */
export const finishHash = (saved: string, bytes: Buffer) =>
  Buffer.from(ResumableHash.from(saved).update(bytes).digest()).toString('hex')
