/** Paths that crawlers must skip: API calls, the admin panel and personal pages. */
const NOT_TO_FIND = ['/api', '/admin', '/cart', '/checkout', '/profile', '/mod-locker', '/debug-cart']

/**
 * An unlisted store keeps its pages open to crawlers, because only a crawler that reads a page sees its noindex. Only
 * the link to the sitemap is left out.
 */
export const writeRobots = (publicUrl: string, isListed: boolean): string =>
  [
    'User-agent: *',
    ...NOT_TO_FIND.map((path) => `Disallow: ${path}`),
    '',
    ...(isListed ? [`Sitemap: ${publicUrl}/sitemap.xml`, ''] : []),
  ].join('\n')
