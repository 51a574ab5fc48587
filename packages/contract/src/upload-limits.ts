/** The maximum size of an archive, packed and unpacked. */
export const MAX_UPLOAD_BYTES = 8 * 2 ** 30

/** How often the page polls while an archive is being processed. */
export const UPLOAD_POLL_MS = 1_000

/** Pages that upload files directly to the storage. Only their content security policy allows it. */
export const UPLOAD_PAGES = /^\/admin(?!\/developer(\/|$))(\/|$)/
