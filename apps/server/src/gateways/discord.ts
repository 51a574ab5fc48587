import * as oauth from 'oauth4webapi'
import * as z from 'zod'
import { withTimeout } from '#lib/with-timeout.ts'

const TIMEOUT_MS = 5_000

const Answer = z.object({
  id: z.string().regex(/^\d{1,20}$/),
  username: z.string().min(1).max(100),
  // The hash becomes part of a URL. An unknown format costs the picture, not the sign-in.
  avatar: z
    .string()
    .regex(/^\w{1,64}$/)
    .nullable()
    .catch(null),
  email: z.string().nullish(),
  verified: z.boolean().optional(),
})

/** A Discord user. Only the id never changes. */
export interface DiscordProfile {
  id: string
  username: string
  avatar: string | null
  /** Null unless Discord has verified it. */
  verifiedEmail: string | null
}

/** The person or Discord declined, or Discord does not answer. */
export class DiscordFailed extends Error {
  constructor(cause: unknown) {
    super('the sign-in with Discord failed', { cause })
    this.name = 'DiscordFailed'
  }
}

/** The secrets to keep between the redirect and the return. */
interface Departure {
  state: string
  codeVerifier: string
}

export interface DiscordGateway {
  /** Where to send the person. */
  start: () => Promise<Departure & { address: string }>
  /** The Discord user who returned from the redirect. */
  finish: (returned: URLSearchParams, departure: Departure) => Promise<DiscordProfile>
}

interface DiscordOptions {
  url: string
  clientId: string
  clientSecret: string
  redirectUri: string
}

export const openDiscord = (
  { url, clientId, clientSecret, redirectUri }: DiscordOptions,
  timeoutMs = TIMEOUT_MS,
): DiscordGateway => {
  // Discord does not always send the issuer. If it does, the issuer must match.
  const server: oauth.AuthorizationServer = { issuer: url, token_endpoint: `${url}/api/oauth2/token` }
  const client: oauth.Client = { client_id: clientId }
  const proof = oauth.ClientSecretPost(clientSecret)
  // Plain http only for the emulator, never for an https address.
  const insecure = { [oauth.allowInsecureRequests]: url.startsWith('http:') }

  const fetchProfile = async (returned: URLSearchParams, { state, codeVerifier }: Departure, signal: AbortSignal) => {
    const options = { ...insecure, signal }
    const checked = oauth.validateAuthResponse(server, client, returned, state)
    const granted = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      proof,
      checked,
      redirectUri,
      codeVerifier,
      options,
    )
    const { access_token: token } = await oauth.processAuthorizationCodeResponse(server, client, granted)
    const me = new URL(`${url}/api/users/@me`)
    const answer = await oauth.protectedResourceRequest(token, 'GET', me, undefined, undefined, options)
    if (answer.status !== 200) throw new Error(`the profile request was answered with ${answer.status}`)
    return Answer.parse(await answer.json())
  }

  return {
    start: async () => {
      const state = oauth.generateRandomState()
      const codeVerifier = oauth.generateRandomCodeVerifier()
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'identify email',
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return { address: `${url}/oauth2/authorize?${query.toString()}`, state, codeVerifier }
    },
    finish: async (returned, departure) => {
      try {
        const { id, username, avatar, email, verified } = await withTimeout(timeoutMs, 'Discord', (signal) =>
          // One timeout for both calls, because a person is waiting in front of an empty page.
          fetchProfile(returned, departure, signal),
        )
        return { id, username, avatar, verifiedEmail: verified === true ? (email ?? null) : null }
      } catch (error) {
        throw new DiscordFailed(error)
      }
    },
  }
}
