/** How often an open page asks again, as the specification fixes it. */

/** Also whenever the window gets the focus. */
export const SITE_STATUS_POLL_MS = 5_000

/** While somebody is signed in; also whenever the window gets the focus. */
export const CART_REFRESH_MS = 3_000
