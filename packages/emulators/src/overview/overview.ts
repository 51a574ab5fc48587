import { fastify } from 'fastify'
import { sendPage, serveStyles } from '../http/page.ts'
import { overviewPage, type Places } from './overview-page.ts'

/** The page that links to every emulator. */
export const createOverview = (places: Places) => {
  const app = fastify({ forceCloseConnections: true })
  serveStyles(app)
  app.get('/', (_request, reply) =>
    sendPage(reply, {
      title: 'Emulators',
      imitates: 'Stripe, Discord or Cloudflare',
      body: overviewPage(places),
    }),
  )
  app.get('/health', () => ({ status: 'ok', ...places }))
  return { app }
}
