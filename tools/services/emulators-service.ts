import { join } from 'node:path'
import { daemonService } from './daemon-service.ts'
import { assertAnswers } from './http-check.ts'
import { credentials, type Places, repositoryRoot } from './places.ts'
import type { Service } from './service.ts'

const MAIN = join(repositoryRoot, 'packages/emulators/src/main.ts')

/** Stripe, Discord, Turnstile and a CDN in one process, each on its own port. */
export const emulatorsService = ({ folder, ports }: Places): Service => {
  const own = join(folder, 'emulators')
  const address = `http://127.0.0.1:${ports.emulators.overview}`
  const options = {
    ...ports.emulators,
    folder: own,
    mailbox: `http://127.0.0.1:${ports.mailbox}`,
    'webhook-url': `http://127.0.0.1:${ports.store}/api/webhooks/stripe`,
    'webhook-secret': credentials.stripe.webhookSecret,
  }
  return daemonService(
    {
      name: 'emulators',
      folder: own,
      command: process.execPath,
      args: [MAIN, ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])],
      port: ports.emulators.overview,
      stopSignals: ['SIGTERM'],
    },
    address,
    () => assertAnswers('The emulators', `${address}/health`),
  )
}
