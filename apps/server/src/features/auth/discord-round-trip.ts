import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Encryption } from './encryption.ts'
import { isSameSecret } from './secret.ts'
import type { CookieJar } from './session-cookie.ts'

const LIFE_SECONDS = 10 * 60

/** A page of the store, in plain signs: nothing a browser could read as the address of another site. */
const OWN_PATH = /^(?!.*\/\/)\/[\x21-\x5b\x5d-\x7e]{0,200}$/

const Purpose = z.enum(['sign-in', 'link', 'prove'])
export type Purpose = z.infer<typeof Purpose>

/** What a browser set out to Discord for. `sessionId` is whose account it is about, where that is known already. */
const RoundTrip = z.object({
  purpose: Purpose,
  next: z.string(),
  sessionId: z.int().nullable(),
  state: z.string(),
  codeVerifier: z.string(),
  at: z.number(),
})
type RoundTrip = z.infer<typeof RoundTrip>

/** What a link to the start may ask for; the profile is next instead of anything that is not a page of the store. */
export const Wish = z.object({
  purpose: Purpose.catch('sign-in'),
  next: z.string().regex(OWN_PATH).catch('/profile'),
})

/**
 * A round trip is remembered by the browser that makes it, in an encrypted cookie, so no other browser can finish it. There
 * is one at a time: who starts a second one, in another tab, finishes that one only.
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
    /** The trip this return belongs to, which is over now. A return that belongs to none leaves the one under way alone. */
    end: (request: FastifyRequest, reply: FastifyReply, state: string): RoundTrip | null => {
      const trip = read(request)
      if (!trip || !isSameSecret(trip.state, state)) return null
      cookies.clear(reply, 'discord')
      return Date.now() - trip.at < LIFE_SECONDS * 1_000 ? trip : null
    },
    purposeOf: (request: FastifyRequest): Purpose => read(request)?.purpose ?? 'sign-in',
  }
}
