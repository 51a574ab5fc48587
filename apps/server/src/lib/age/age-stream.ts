import { randomBytes } from 'node:crypto'
import { derive, headerEnd, readHeader, seal, unseal, writeHeader } from './age-header.ts'

/**
 * Files in the format of age (age-encryption.org/v1), so that their owner can also open them with the tool of that name.
 * Only X25519 recipients, which is all the store writes.
 */
const CHUNK = 64 * 1_024
const SEALED_CHUNK = CHUNK + 16
const FILE_KEY_BYTES = 16
const NONCE_BYTES = 16
const LONGEST_HEADER = 64 * 1_024

type Bytes = AsyncIterable<Buffer>

/** Eleven bytes that count the chunks, and one that marks the last. A truncated file lacks its last chunk. */
const chunkNonce = (count: number, isLast: boolean) => {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(count, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Regroups a stream into pieces of one size. The last one is shorter, and empty only if the stream is. */
async function* pieces(source: Bytes, size: number): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let held: Buffer[] = []
  let length = 0
  for await (const bytes of source) {
    held.push(bytes)
    length += bytes.length
    if (length <= size) continue
    let joined = Buffer.concat(held)
    // A piece is passed on only when more follows, because the last one is marked.
    while (joined.length > size) {
      yield { piece: joined.subarray(0, size), isLast: false }
      joined = joined.subarray(size)
    }
    held = [joined]
    length = joined.length
  }
  yield { piece: Buffer.concat(held), isLast: true }
}

/** Encrypts a stream for these recipients, chunk by chunk. */
export async function* encryptStream(source: Bytes, recipients: readonly Buffer[]): AsyncGenerator<Buffer> {
  const fileKey = randomBytes(FILE_KEY_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  yield Buffer.concat([writeHeader(fileKey, recipients), nonce])
  const key = derive(fileKey, nonce, 'payload')
  let count = 0
  for await (const { piece, isLast } of pieces(source, CHUNK)) {
    yield seal(key, chunkNonce(count, isLast), piece)
    count += 1
  }
}

/** Decrypts a stream. Throws if it was modified or truncated, before the damaged chunk is passed on. */
export async function* decryptStream(source: Bytes, identity: Buffer): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  let end = headerEnd(start)
  while (end === null || start.length < end + NONCE_BYTES) {
    const next: IteratorResult<Buffer, undefined> = await iterator.next()
    if (next.done || start.length > LONGEST_HEADER) throw new Error('The file ends within its header.')
    start = Buffer.concat([start, next.value])
    end = headerEnd(start)
  }
  const fileKey = readHeader(start.subarray(0, end), identity)
  const key = derive(fileKey, start.subarray(end, end + NONCE_BYTES), 'payload')
  const rest = start.subarray(end + NONCE_BYTES)
  let count = 0
  for await (const { piece, isLast } of pieces(following(rest, iterator), SEALED_CHUNK)) {
    yield unseal(key, chunkNonce(count, isLast), piece)
    count += 1
  }
}

async function* following(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  for (;;) {
    const next: IteratorResult<Buffer, undefined> = await rest.next()
    if (next.done) return
    yield next.value
  }
}
