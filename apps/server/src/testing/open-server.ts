import { type Logger, pino } from 'pino'
import { buildApp, type Services } from '#app.ts'
import type { Config } from '#config.ts'
import { openServices } from '#open-services.ts'

/** A process of the store with its own memory and connections; tests open a second one on the same database. */
export const openServer = async (
  config: Config,
  change: Partial<Services> = {},
  log: Logger = pino({ level: 'silent' }),
) => {
  const services = await openServices(config, log)
  const undeclared = new Set<string>()
  const app = await buildApp({ ...services, onUndeclaredError: (problem) => undeclared.add(problem), ...change })
  await app.ready()
  return {
    app,
    services,
    close: async () => {
      await services.live.drain()
      await app.close()
      await services.close()
      if (undeclared.size > 0) throw new Error([...undeclared].join('\n'))
    },
  }
}
export type OpenServer = Awaited<ReturnType<typeof openServer>>
