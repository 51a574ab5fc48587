import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface Draining {
  isDraining: () => boolean
  /** Reports on `/readyz` that this process is stopping, and keeps answering requests for the given time. */
  drain: () => Promise<void>
}

/**
 * A process that closes at once loses the requests that its proxy has already sent, or sends because it does not know
 * yet. While it drains, every response also ends its connection, so that the proxy has none left to reuse.
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
