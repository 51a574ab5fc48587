/** Not for crawlers: API calls, the admin panel and personal pages. */
const NOT_TO_FIND = ['/api', '/admin', '/cart', '/checkout', '/profile', '/mod-locker', '/debug-cart']

/**
 * A store that is not listed keeps its pages open to crawlers, because only a crawler that reads a page sees its
 * noindex. Only the invitation to read them all is gone.
 */
export const writeRobots = (publicUrl: string, isListed: boolean): string =>
  [
    'User-agent: *',
    ...NOT_TO_FIND.map((path) => `Disallow: ${path}`),
    '',
    ...(isListed ? [`Sitemap: ${publicUrl}/sitemap.xml`, ''] : []),
  ].join('\n')
