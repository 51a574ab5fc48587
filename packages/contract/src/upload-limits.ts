/** The largest archive, packed and unpacked. */
export const MAX_UPLOAD_BYTES = 8 * 2 ** 30

/** While something is being done with an archive, its page asks this often. */
export const UPLOAD_POLL_MS = 1_000
