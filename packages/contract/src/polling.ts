/** Poll intervals of open pages, fixed by the specification. */

/** Also whenever the window gets focus. */
export const SITE_STATUS_POLL_MS = 5_000

/** Only while signed in; also whenever the window gets focus. */
export const CART_REFRESH_MS = 3_000
