/** Not for crawlers: API calls, the admin panel and personal pages. */
const NOT_TO_FIND = ['/api', '/admin', '/cart', '/checkout', '/profile', '/mod-locker', '/debug-cart']

export const writeRobots = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...NOT_TO_FIND.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
