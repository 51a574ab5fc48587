/**
 * Middleware for routes with their own content security policy. A policy belongs to the document, so coming from
 * another page requires a full page load.
 */
export const loadedWholeFrom =
  (pages: RegExp) =>
  ({ request }: { request: Request }) => {
    const [loaded] = performance.getEntriesByType('navigation')
    if (!loaded || pages.test(new URL(loaded.name).pathname)) return
    location.assign(request.url)
    return new Promise<never>(() => {})
  }
