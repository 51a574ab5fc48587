import type { FastifyInstance } from 'fastify'
import { createCdnEmulator } from './cdn/cdn-emulator.ts'
import { createDiscordEmulator } from './discord/discord-emulator.ts'
import { createOverview } from './overview/overview.ts'
import { createStripeEmulator } from './stripe/stripe-emulator.ts'
import { createTurnstileEmulator } from './turnstile/turnstile-emulator.ts'

const HOST = '127.0.0.1'
const NAMES = ['overview', 'stripe', 'discord', 'turnstile', 'cdn'] as const
type Name = (typeof NAMES)[number]

export interface EmulatorOptions {
  ports: Record<Name, number>
  /** Where accounts and users are stored across restarts; without it they are kept in memory. */
  folder?: string
  /** Where Stripe's events go, as if configured in the dashboard. */
  webhook?: { url: string; secret: string }
  /** The name under which others reach this machine, if that is not the address the emulators listen on. */
  reachedAt?: string
  /** The mailbox's URL, for the overview. */
  mailbox?: string
}

export interface Emulators {
  addresses: Record<Name, string>
  stop: () => Promise<void>
}

/** Starts all of them, or none if a port is in use. */
export const startEmulators = async (options: EmulatorOptions): Promise<Emulators> => {
  const { ports, folder, webhook, mailbox, reachedAt = HOST } = options
  const at = (name: Name) => `http://${reachedAt}:${ports[name]}`
  const [stripe, discord, turnstile, cdn] = [at('stripe'), at('discord'), at('turnstile'), at('cdn')]
  const apps: Record<Name, FastifyInstance> = {
    stripe: createStripeEmulator({ address: stripe, ...(folder && { folder }), ...(webhook && { webhook }) }).app,
    discord: createDiscordEmulator({ address: discord, ...(folder && { folder }) }).app,
    turnstile: createTurnstileEmulator().app,
    cdn: createCdnEmulator({ address: cdn }).app,
    overview: createOverview({ stripe, discord, turnstile, cdn, ...(mailbox && { mailbox }) }).app,
  }
  const stop = async () => {
    await Promise.all(Object.values(apps).map((app) => app.close()))
  }
  try {
    await Promise.all(NAMES.map((name) => apps[name].listen({ host: HOST, port: ports[name] })))
  } catch (error) {
    await stop()
    throw error
  }
  return { addresses: { overview: at('overview'), stripe, discord, turnstile, cdn }, stop }
}
