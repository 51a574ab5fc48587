import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The whole route table is a small cached file; asking the server for it piece by piece would cost a request per page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
