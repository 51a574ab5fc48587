import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { authApi, DISCORD_RETURN, DISCORD_START } from '@slipstream/contract/auth'
import { text } from '@slipstream/contract/text'
import { inTransaction } from '@slipstream/db/client'
import { DiscordFailed, type DiscordProfile } from '#gateways/discord.ts'
import { DomainError } from '#lib/domain-error.ts'
import { mount } from '#lib/http/mount.ts'
import type { AuthParts } from './auth-parts.ts'
import { admitFromDiscord, linkDiscord, useTicket } from './discord-account.service.ts'
import { openRoundTrips, type Purpose, Wish } from './discord-round-trip.ts'
import { enterOrRequestCode } from './enter.service.ts'
import { deviceOf, withCookie } from './session-handoff.ts'
import { hasSecondFactor } from './second-factors.ts'
import { requireProof } from './prove.service.ts'
import { noteProof } from './sessions.service.ts'
import { noteSignIn } from './sign-in.service.ts'

const TICKET_SECONDS = 60

const ReturnQuery = z.record(text(60), text(2_000, { verbatim: true }))

interface Returned {
  request: FastifyRequest
  reply: FastifyReply
  profile: DiscordProfile
  trip: { next: string; sessionId: number | null }
}

export const discordRoutes = (app: FastifyInstance, parts: AuthParts) => {
  const { db, identity, discord, requests, cookies, limits, developerDiscordUsername, sender } = parts
  const trips = openRoundTrips(parts)

  const signedInBrowser = async (request: FastifyRequest) => {
    if (!(await requests.identify(request))) throw new DomainError('auth.required')
    return requests.signedIn(request)
  }

  const countAttempt = async (request: FastifyRequest) => {
    if (await limits.address.allows(request.ip)) return
    if (await limits.notes.allows(request.ip)) {
      await inTransaction(db, (tx) =>
        noteSignIn(tx, { userId: null, method: 'discord', result: 'limited' }, deviceOf(request)),
      )
    }
    throw new DomainError('request.too_many')
  }

  /** The person who started the round trip. Somebody else may have signed in meanwhile. */
  const sameBrowser = async ({ request, trip }: Returned) => {
    const signedIn = await signedInBrowser(request)
    if (signedIn.session.id !== trip.sessionId) throw new DomainError('auth.link_expired')
    return signedIn
  }

  /** What each purpose does on return, and the page it redirects to. */
  const arrive: Record<Purpose, (returned: Returned) => Promise<string>> = {
    'sign-in': async ({ request, reply, profile }) => {
      const arrival = { profile, device: deviceOf(request), developerDiscordUsername, storeName: sender().storeName }
      const { ticket, browser } = await admitFromDiscord(db, arrival)
      cookies.write(reply, 'discord', browser, TICKET_SECONDS)
      return `/?discord_success=true&token=${ticket}`
    },
    link: async (returned) => {
      const { row } = await sameBrowser(returned)
      const isLinked = await inTransaction(db, (tx) => linkDiscord(tx, row.id, returned.profile))
      identity.forget(row.id)
      return isLinked ? '/profile?linked=discord' : '/profile?error=discord_taken'
    },
    prove: async (returned) => {
      const { row, session } = await sameBrowser(returned)
      if (row.discordId !== returned.profile.id) throw new DomainError('auth.wrong_credentials')
      if (hasSecondFactor(row)) throw new DomainError('auth.factor_needed')
      await inTransaction(db, (tx) => noteProof(tx, session))
      identity.forget(row.id)
      return returned.trip.next
    },
  }

  const start = async (request: FastifyRequest, reply: FastifyReply) => {
    const { purpose, next } = Wish.parse(request.query)
    if (await limits.address.isReached(request.ip)) throw new DomainError('request.too_many')
    const signedIn = purpose === 'sign-in' ? null : await signedInBrowser(request)
    if (signedIn && purpose === 'link') requireProof(signedIn)
    const { address, ...departure } = await discord.start()
    trips.begin(reply, { ...departure, purpose, next, sessionId: signedIn?.session.id ?? null })
    return reply.redirect(address)
  }

  const comeBack = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = ReturnQuery.parse(request.query)
    const trip = trips.end(request, reply, query.state ?? '')
    if (!trip) throw new DomainError('auth.link_expired')
    await countAttempt(request)
    const profile = await discord.finish(new URLSearchParams(query), trip)
    return reply.redirect(await arrive[trip.purpose]({ request, reply, profile, trip }))
  }

  const purposeOfStart = ({ query }: FastifyRequest) => Wish.parse(query).purpose
  app.get(DISCORD_START, navigation(purposeOfStart), start)
  app.get(DISCORD_RETURN, navigation(trips.purposeOf), comeBack)

  mount(app, authApi.discordTicket, async ({ request, reply, body }) => {
    const device = deviceOf(request)
    const row = await useTicket(db, body.ticket, cookies.read(request, 'discord'), device)
    cookies.clear(reply, 'discord')
    return withCookie(parts, reply, await enterOrRequestCode(parts, { row, method: 'discord', device }))
  })
}

/** These requests are page navigations, so every failure leads to a page that explains it. */
const navigation = (purposeOf: (request: FastifyRequest) => Purpose) => ({
  schema: { hide: true },
  onRequest: async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'private, no-store')
  },
  errorHandler: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const isExpected = error instanceof DomainError || error instanceof DiscordFailed || error instanceof z.ZodError
    request.log[isExpected ? 'info' : 'error']({ err: error }, 'Discord round trip failed')
    const page = purposeOf(request) === 'sign-in' ? '/' : '/profile'
    return reply.redirect(`${page}?error=${isProofMissing(error) ? 'proof_required' : 'discord_failed'}`, 302)
  },
})

const PROOF_MISSING = new Set(['auth.required', 'auth.proof_required', 'auth.factor_needed'])
const isProofMissing = (error: Error) => error instanceof DomainError && PROOF_MISSING.has(error.code)
