import type { FastifyInstance } from 'fastify'
import type { CurrentUser } from '../current-user.ts'

interface Export {
  by: CurrentUser
  /** The name of the file. */
  name: string
  /** The names of the filters; what was searched for may be a customer's words. */
  filters: readonly string[]
}

declare module 'fastify' {
  interface FastifyInstance {
    noteExport: (file: Export) => Promise<void>
  }
}

/** Every file of `mountCsv` is noted before its first byte is sent. */
export const registerExportLog = (app: FastifyInstance, note: (file: Export) => Promise<void>) => {
  app.decorate('noteExport', note)
}
