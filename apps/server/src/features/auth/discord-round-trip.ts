import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Encryption } from './encryption.ts'
import { isSameSecret } from './secret.ts'
import type { CookieJar } from './session-cookie.ts'

const LIFE_SECONDS = 10 * 60

/** A path of the store in plain ASCII, which no browser can interpret as the address of another site. */
const OWN_PATH = /^(?!.*\/\/)\/[\x21-\x5b\x5d-\x7e]{0,200}$/

const Purpose = z.enum(['sign-in', 'link', 'prove'])
export type Purpose = z.infer<typeof Purpose>

/** Why the browser was sent to Discord. `sessionId` is null for a sign-in, where the account is not known yet. */
const RoundTrip = z.object({
  purpose: Purpose,
  next: z.string(),
  sessionId: z.int().nullable(),
  state: z.string(),
  codeVerifier: z.string(),
  at: z.number(),
})
type RoundTrip = z.infer<typeof RoundTrip>

/** What a link to the start may request. Falls back to the profile when `next` is not a page of the store. */
export const Wish = z.object({
  purpose: Purpose.catch('sign-in'),
  next: z.string().regex(OWN_PATH).catch('/profile'),
})

/**
 * The browser remembers its round trip in an encrypted cookie, so no other browser can finish it. There is one at a
 * time: starting a second one in another tab replaces the first.
 */
export const openRoundTrips = ({ encryption, cookies }: { encryption: Encryption; cookies: CookieJar }) => {
  const read = (request: FastifyRequest): RoundTrip | null => {
    const encrypted = cookies.read(request, 'discord')
    if (encrypted === null) return null
    try {
      return RoundTrip.parse(JSON.parse(encryption.decrypt(encrypted)))
    } catch {
      return null
    }
  }

  return {
    begin: (reply: FastifyReply, trip: Omit<RoundTrip, 'at'>) => {
      cookies.write(reply, 'discord', encryption.encrypt(JSON.stringify({ ...trip, at: Date.now() })), LIFE_SECONDS)
    },
    /**
     * Ends and returns the round trip this return belongs to. A return that belongs to none leaves the current one
     * alone.
     */
    end: (request: FastifyRequest, reply: FastifyReply, state: string): RoundTrip | null => {
      const trip = read(request)
      if (!trip || !isSameSecret(trip.state, state)) return null
      cookies.clear(reply, 'discord')
      return Date.now() - trip.at < LIFE_SECONDS * 1_000 ? trip : null
    },
    purposeOf: (request: FastifyRequest): Purpose => read(request)?.purpose ?? 'sign-in',
  }
}
