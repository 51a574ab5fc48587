import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { SiteStatus } from './settings.ts'

/** Endpoints of the developer dashboard. */
export const developerApi = {
  maintenance: endpoint({
    method: 'POST',
    path: '/api/admin/dev/maintenance',
    summary: 'Turn maintenance mode on or off',
    access: 'developer',
    body: z.strictObject({ enabled: z.boolean() }),
    response: SiteStatus,
    // The developer may not be an administrator, and must be able to reopen the store.
    duringMaintenance: true,
  }),
}
