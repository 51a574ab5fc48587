/**
 * node store-process.ts server|worker: a process of the store that may be ended at a named point. The worker is the one of
 * production; the server is without its pages, which no purchase needs and which would have to be built first.
 */
import { flushCompileCache } from 'node:module'
import { type Failpoint, onFailpoint } from '#lib/failpoints.ts'

let end: Failpoint | null = null
onFailpoint((point) => {
  // Nothing runs after it: no cleaning up, no answer, no log.
  if (point === end) process.kill(process.pid, 'SIGKILL')
})
process.on('message', (point: Failpoint) => {
  end = point
  process.send?.(point)
})
// Whoever started it is gone.
process.on('disconnect', () => process.exit(1))

const startServer = async () => {
  const [{ buildApp }, { loadConfig }, { createLogger }, { stopOnSignal }, { openServices }] = await Promise.all([
    import('#app.ts'),
    import('#config.ts'),
    import('#lib/logger.ts'),
    import('#lib/shutdown.ts'),
    import('#open-services.ts'),
  ])
  const config = loadConfig()
  const log = createLogger(config)
  const services = await openServices(config, log)
  const app = await buildApp(services)
  await app.listen({ host: config.host, port: config.port })
  log.info('the store is open')
  stopOnSignal(log, async () => {
    await app.close()
    await services.close()
  })
}

// Who is killed writes nothing down at the end; without this each would be compiled anew.
setTimeout(flushCompileCache, 4_000).unref()

if (process.argv[2] === 'worker') await import('../../bin/worker.ts')
else await startServer()
