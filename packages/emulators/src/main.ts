import { parseArgs } from 'node:util'
import { startEmulators } from './start-emulators.ts'

const { values } = parseArgs({
  options: {
    overview: { type: 'string', default: '4330' },
    stripe: { type: 'string', default: '4331' },
    discord: { type: 'string', default: '4332' },
    turnstile: { type: 'string', default: '4333' },
    cdn: { type: 'string', default: '4334' },
    folder: { type: 'string' },
    mailbox: { type: 'string' },
    'webhook-url': { type: 'string' },
    'webhook-secret': { type: 'string' },
  },
})

const { folder, mailbox, 'webhook-url': url, 'webhook-secret': secret } = values
const { addresses, stop } = await startEmulators({
  ports: {
    overview: Number(values.overview),
    stripe: Number(values.stripe),
    discord: Number(values.discord),
    turnstile: Number(values.turnstile),
    cdn: Number(values.cdn),
  },
  ...(folder && { folder }),
  ...(mailbox && { mailbox }),
  ...(url && secret && { webhook: { url, secret } }),
})
console.log(`emulators at ${addresses.overview}`)

// Closing writes pending changes; then nothing keeps the process alive.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
