import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // A page ships only its own routes and discovers those of its links: most routes are admin pages.
  routeDiscovery: { mode: 'lazy' },
} satisfies Config
