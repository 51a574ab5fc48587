/**
 * node store-process.ts server|worker|"server with pages": a process of the store that can be killed at a failpoint. The
 * worker and the server with pages are the production ones. The other server has no pages, which no purchase needs and
 * which would have to be built first.
 */
import { flushCompileCache, registerHooks, type ResolveFnOutput } from 'node:module'
import { type Failpoint, onFailpoint } from '#lib/failpoints.ts'

// Node parses a package's whole package.json for each import. That of drizzle-orm has 178 kB, which takes a third of
// the start time.
const known = new Map<string, ResolveFnOutput>()
registerHooks({
  resolve: (specifier, context, next) => {
    if (!specifier.startsWith('drizzle-orm')) return next(specifier, context)
    const found = known.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    known.set(specifier, found)
    return found
  },
})

let end: Failpoint | null = null
onFailpoint((point) => {
  // SIGKILL: no cleanup, no response, no log.
  if (point === end) process.kill(process.pid, 'SIGKILL')
})
process.on('message', (point: Failpoint) => {
  end = point
  process.send?.(point)
})
// The parent process is gone.
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

// A killed process writes no compile cache at exit, and each restart would compile again.
setTimeout(flushCompileCache, 4_000).unref()

const [, , kind] = process.argv
if (kind === 'worker') await import('../../bin/worker.ts')
else if (kind === 'server with pages') await import('../../bin/api.ts')
else await startServer()
