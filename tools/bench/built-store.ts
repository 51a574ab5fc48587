import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { environment } from '../environment.ts'
import { repositoryRoot } from '../services/places.ts'
import { Unprepared } from '../services/unprepared.ts'

/** Called in reverse order at the end, even after a failure. */
export type Undo = (work: () => Promise<unknown>) => void

export const requireBuild = (root = repositoryRoot) => {
  const parts = ['client', 'server/index.js'].map((part) => join(root, 'apps/web/build', part))
  if (!parts.every((part) => existsSync(part)))
    throw new Unprepared('The store is not built yet. Run npm run build first.')
}

/** The environment of a production store, but with this machine's services. */
export const builtStoreEnvironment = (
  services: Record<string, string>,
  { port, metricsPort }: { port: number; metricsPort: number },
) => ({
  ...environment(),
  ...services,
  NODE_ENV: 'production',
  ALLOW_EMULATORS: 'true',
  HOST: '127.0.0.1',
  PORT: String(port),
  METRICS_PORT: String(metricsPort),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
})
