import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface Draining {
  isDraining: () => boolean
  /** Reports on `/readyz` that this process is stopping, and keeps answering requests for the given time. */
  drain: () => Promise<void>
}

/**
 * A process that closes at once loses requests that the proxy has already sent, or still sends because it has noticed
 * nothing yet. While the process drains, every response ends its connection, so that the proxy cannot reuse it.
 */
export const registerDraining = (app: FastifyInstance, milliseconds: number): Draining => {
  let isDraining = false
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining) reply.header('connection', 'close')
    done()
  })
  return {
    isDraining: () => isDraining,
    drain: async () => {
      isDraining = true
      await sleep(milliseconds)
    },
  }
}
