import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // A page brings along its own routes and asks for those its links lead to: most are addresses of the admin panel.
  routeDiscovery: { mode: 'lazy' },
} satisfies Config
