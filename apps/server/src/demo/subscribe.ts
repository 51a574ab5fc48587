/** Makes the demo's members subscribers of the emulated Stripe. Does nothing with the real Stripe or when run again. */
import { loadConfig } from '#config.ts'
import { openStripe } from '#gateways/stripe.ts'
import { runCommand } from '#lib/run-command.ts'
import { seedSubscribers } from './seed-subscribers.ts'

const config = loadConfig()
const { publicUrl, providers } = config

await runCommand('subscribe', config, async (db) => {
  if (!providers.stripe.startsWith('http:')) return ''
  const stripe = openStripe(config)
  const isDone = await seedSubscribers({ db, stripe, publicUrl, emulator: providers.stripe })
  return isDone ? 'subscribed the demo’s members to Premium' : ''
})
