/** Poll intervals of open pages, fixed by the specification. */

/** Pages also poll whenever the window gets focus. */
export const SITE_STATUS_POLL_MS = 5_000

/** Pages refresh it only while the user is signed in, and also whenever the window gets focus. */
export const CART_REFRESH_MS = 3_000

/** The developer dashboard. */
export const HEALTH_REFETCH_MS = 10_000
export const LOGS_STALE_MS = 10_000
export const LOGS_REFETCH_MS = 15_000
