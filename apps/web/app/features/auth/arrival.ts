import type { SecondFactor, SignInAnswer } from '@slipstream/contract/auth'
import { authToken, signedOutLatch } from '#lib/auth-token.ts'
import { request } from '#lib/request.ts'
import { createStore } from '#ui/external-store.ts'
import { toast } from '#ui/toast-store.ts'

/** What the login page acts on: the secret of a mailed link, or a Discord sign-in that needs a second factor. */
export type SecretLink =
  | { purpose: 'reset' | 'invitation' | 'verify' | 'not-me'; secret: string }
  | { purpose: 'second-factor'; secret: string; factors: readonly SecondFactor[] }

type DiscordReturn =
  | { result: 'signed_in' | 'failed' }
  | { result: 'code_wanted'; challenge: string; factors: readonly SecondFactor[] }

/** Kept here until the page picks it up. */
export const secretLink = createStore<SecretLink | null>(null)
/** The secret of a mailed link that cancels a subscription. It works without signing in. */
export const cancelLink = createStore<string | null>(null)
/** The secret of a mailed link to a ticket, which also works without signing in. */
export const ticketLink = createStore<string | null>(null)

let discordReturn: Promise<DiscordReturn> | null = null
/** Null when the visitor does not come from Discord. Settles when the result of the sign-in is known. */
export const returnFromDiscord = () => discordReturn

const SECRET_HASH = /^#(reset|invitation|verify|not-me|cancel|link)=([\w-]+)$/

/**
 * Removes secrets from the address. Runs before anything else on a page load, so that no history entry, bookmark, log
 * or Referer keeps one.
 */
export const takeSecretsFromAddress = () => {
  const url = new URL(location.href)
  const [, purpose, secret] = SECRET_HASH.exec(url.hash) ?? []
  if (purpose && secret) {
    if (purpose === 'cancel') cancelLink.set(secret)
    else if (purpose === 'link') ticketLink.set(secret)
    else secretLink.set({ purpose: purpose as 'reset' | 'invitation' | 'verify' | 'not-me', secret })
    url.hash = ''
  }
  const isBack = takeDiscordReturn(url.searchParams)
  if (secret || isBack) history.replaceState(history.state, '', url)
}

const takeDiscordReturn = (query: URLSearchParams) => {
  const ticket = query.get('token')
  if (query.get('discord_success') === 'true' && ticket !== null) {
    query.delete('discord_success')
    query.delete('token')
    discordReturn = swapTicket(ticket).catch(failed)
    return true
  }
  if (query.get('error') !== 'discord_failed') return false
  query.delete('error')
  discordReturn = Promise.resolve(failed())
  return true
}

/** The address carried a one-time ticket; it never contains the token itself. */
const swapTicket = async (ticket: string): Promise<DiscordReturn> => {
  const response = await request('/api/auth/discord/ticket', { method: 'POST', body: { ticket } })
  const answer = (await response.json()) as Partial<SignInAnswer>
  if (answer.success === false && answer.challenge) {
    return { result: 'code_wanted', challenge: answer.challenge, factors: answer.factors ?? [] }
  }
  if (answer.success !== true || !answer.token) return failed()
  signedOutLatch.open()
  authToken.store(answer.token)
  toast({ title: 'Welcome!', description: 'You have been successfully logged in with Discord.', tone: 'success' })
  return { result: 'signed_in' }
}

const failed = (): DiscordReturn => {
  toast({
    title: 'Discord Login Failed',
    description: 'There was an issue with Discord authentication. Please try again.',
    tone: 'destructive',
  })
  return { result: 'failed' }
}
