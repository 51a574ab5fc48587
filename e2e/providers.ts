import type { Page } from '@playwright/test'
import { newName, openAwake } from './people.ts'
import { store } from './store.ts'

const order = async (address: string, what: string, details: Record<string, unknown>) => {
  const response = await fetch(`${address}/_control/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(details),
  })
  if (!response.ok) throw new Error(`${what}: ${await response.text()}`)
  return response
}

export interface DiscordUser {
  id: string
  username: string
  email: string
}

/** A Discord user the store has never seen, with a picture and a verified e-mail address. */
export const createDiscordUser = async (): Promise<DiscordUser> => {
  const username = newName('racer')
  const email = `${username}@customer.example`
  const response = await order(store.environment().DISCORD_URL, 'users/add', { username, email, avatar: true })
  return { ...((await response.json()) as { id: string }), username, email }
}

export const removeDiscordUser = ({ id }: DiscordUser) => order(store.environment().DISCORD_URL, 'users/remove', { id })

/** What a user does on Discord's page. */
export const continueAs = (page: Page, name: string) => page.getByRole('button', { name }).click()

/** Sets how the bot check widget behaves from now on. */
export const setBotCheck = (mode: 'pass' | 'fail') => order(store.environment().TURNSTILE_URL, 'mode', { mode })

/** The developer has no password and comes from Discord. */
export const signInAsDeveloper = async (page: Page, next = '/admin/developer') => {
  await openAwake(page, `/login?next=${encodeURIComponent(next)}`)
  await page.getByRole('link', { name: 'Continue with Discord' }).click()
  await continueAs(page, 'slipstream_dev')
}
