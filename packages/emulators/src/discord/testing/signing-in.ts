import { createHash, randomBytes } from 'node:crypto'
import type { APIUser, RESTPostOAuth2AccessTokenResult } from 'discord-api-types/v10'
import { DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET } from '../credentials.ts'

export const newProof = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** An application with Discord sign-in, but without pages of its own. */
export const createApplication = (address: string, redirectUri: string) => {
  const authorizeAddress = (changes: Record<string, string | undefined> = {}) => {
    const query = new URLSearchParams()
    const wanted = {
      client_id: DISCORD_CLIENT_ID,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'identify email',
      state: 'state-of-the-visit',
      ...changes,
    }
    for (const [name, value] of Object.entries(wanted)) if (value !== undefined) query.set(name, value)
    return `${address}/oauth2/authorize?${query.toString()}`
  }

  const postForm = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${address}/api${path}`, { method: 'POST', body: new URLSearchParams(form), headers })

  /** Sends what the page sends when a button is pressed. */
  const decide = async (form: Record<string, string>, changes: Record<string, string | undefined> = {}) => {
    const answer = await fetch(authorizeAddress(changes), {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    return { status: answer.status, page: await answer.text(), returned: locationOf(answer) }
  }

  const exchange = (code: string, changes: Record<string, string> = {}) =>
    postForm('/oauth2/token', {
      client_id: DISCORD_CLIENT_ID,
      client_secret: DISCORD_CLIENT_SECRET,
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...changes,
    })

  const codeFor = async (user: string, changes?: Record<string, string>) =>
    (await decide({ user }, changes)).returned?.get('code') ?? ''

  const tokenFor = async (code: string, changes: Record<string, string> = {}) =>
    (await (await exchange(code, changes)).json()) as RESTPostOAuth2AccessTokenResult

  const signIn = async (user: string, scope = 'identify email') => tokenFor(await codeFor(user, { scope }))

  const get = (path: string, token: string) =>
    fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${token}` } })

  const currentUser = async (token: string) => (await (await get('/users/@me', token)).json()) as APIUser

  return { authorizeAddress, postForm, decide, exchange, tokenFor, codeFor, signIn, get, currentUser }
}

/** The query parameters of a redirect. */
export const locationOf = (answer: Response) => {
  const location = answer.headers.get('location')
  return location === null ? undefined : new URL(location).searchParams
}
