import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Below this, compression saves no packet. */
const WORTH_COMPRESSING = 1_024
/** Up to this size compression runs inline: handing it to a thread would cost more than the work. */
const DONE_AT_ONCE = 8_192

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

type Encoding = 'br' | 'gzip'

/** A stored body, compressed once per encoding however often it is sent. */
export interface EncodedBody {
  /** The body for this Accept-Encoding, and the name of its encoding. */
  for: (acceptEncoding: string | undefined) => { encoding: Encoding | null; body: Buffer | Promise<Buffer> }
}

export const encodedBody = (plain: Buffer): EncodedBody => {
  const made = new Map<Encoding, Buffer | Promise<Buffer>>()
  const encode = (encoding: Encoding) => {
    const known = made.get(encoding)
    if (known) return known
    const work = plain.length <= DONE_AT_ONCE ? compressNow(plain, encoding) : compress(plain, encoding)
    made.set(encoding, work)
    // Once it exists it is returned synchronously, without a turn of the event loop.
    if (work instanceof Promise) {
      work.then(
        (body) => made.set(encoding, body),
        () => made.delete(encoding),
      )
    }
    return work
  }
  return {
    for: (acceptEncoding) => {
      const encoding = plain.length < WORTH_COMPRESSING ? null : acceptedEncoding(acceptEncoding)
      return { encoding, body: encoding ? encode(encoding) : plain }
    },
  }
}

const compress = (plain: Buffer, encoding: Encoding) =>
  encoding === 'br' ? brotliAsync(plain, BROTLI) : gzipAsync(plain)

const compressNow = (plain: Buffer, encoding: Encoding) =>
  encoding === 'br' ? brotliCompressSync(plain, BROTLI) : gzipSync(plain)

/** A quality of zero is a refusal. */
const ACCEPTS = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
}

/** The smallest encoding the client accepts. */
export const acceptedEncoding = (acceptEncoding = ''): Encoding | null => {
  if (ACCEPTS.br.test(acceptEncoding)) return 'br'
  return ACCEPTS.gzip.test(acceptEncoding) ? 'gzip' : null
}
