import type { Upload } from '@slipstream/contract/uploads'

const EDGE_BYTES = 2 ** 20

/** Identifies a file without reading all of it: a hash of its size and its first and last MiB. */
export const fingerprintOf = async (file: Blob): Promise<string> => {
  const edges = [file.slice(0, EDGE_BYTES), file.slice(Math.max(0, file.size - EDGE_BYTES))]
  const [first, last] = await Promise.all(edges.map((edge) => edge.arrayBuffer()))
  const read = [new TextEncoder().encode(`${file.size}\n`), new Uint8Array(first!), new Uint8Array(last!)]
  const hash = await crypto.subtle.digest('SHA-256', joined(read))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const joined = (pieces: readonly Uint8Array[]) => {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** Only the same file can resume an upload. */
export const isSameFile = async ({ sizeBytes, fingerprint }: Upload, file: Blob): Promise<boolean> =>
  file.size === sizeBytes && (await fingerprintOf(file)) === fingerprint
