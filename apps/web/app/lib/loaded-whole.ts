/**
 * A route's middleware for pages with a content security policy of their own. It belongs to the document, so arriving
 * from another page needs a full page load.
 */
export const loadedWholeFrom =
  (pages: RegExp) =>
  ({ request }: { request: Request }) => {
    const [loaded] = performance.getEntriesByType('navigation')
    if (!loaded || pages.test(new URL(loaded.name).pathname)) return
    location.assign(request.url)
    return new Promise<never>(() => {})
  }
