import { type Daemon, runningPid, startDaemon, stopDaemon, untilHealthy } from './process.ts'
import type { Service } from './service.ts'

/** A service that is one process and needs nothing before it. */
export const daemonService = (
  daemon: Daemon & { name: Service['name'] },
  address: string,
  check: Service['check'],
): Service => ({
  name: daemon.name,
  address,
  start: async () => {
    await startDaemon(daemon)
    await untilHealthy([daemon], check)
  },
  stop: () => stopDaemon(daemon),
  check,
  pids: () => [runningPid(daemon)].filter((pid) => pid !== undefined),
})
