/** The largest archive, packed and unpacked. */
export const MAX_UPLOAD_BYTES = 8 * 2 ** 30

/** While something is being done with an archive, its page asks this often. */
export const UPLOAD_POLL_MS = 1_000

/** Pages from which files go straight to the storage: their policy allows it, and that of all others does not. */
export const UPLOAD_PAGES = /^\/admin(?!\/developer(\/|$))(\/|$)/
