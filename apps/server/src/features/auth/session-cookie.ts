import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cookie } from '@slipstream/contract/browser-storage'

/** Secure cookies need https, which a development machine does not have. */
export interface CookieJar {
  read: (request: FastifyRequest, name: CookieName) => string | null
  write: (reply: FastifyReply, name: CookieName, value: string, maxAgeSeconds: number) => void
  clear: (reply: FastifyReply, name: CookieName) => void
}

/**
 * `session`: who is signed in. `discord`: which browser started a Discord round trip. `device`: which accounts have
 * signed in on this browser before.
 */
type CookieName = Cookie

/**
 * HttpOnly, so no script can read them; Lax, so another site's form cannot use them; __Host-, so no subdomain can plant
 * them.
 */
export const createCookieJar = (publicUrl: string): CookieJar => {
  const isSecure = publicUrl.startsWith('https:')
  const fullName = (name: CookieName) => (isSecure ? `__Host-${name}` : name)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const write: CookieJar['write'] = (reply, name, value, maxAgeSeconds) => {
    reply.header('set-cookie', `${fullName(name)}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`)
  }
  return {
    read: ({ headers }, name) => {
      const wanted = `${fullName(name)}=`
      const found = headers.cookie?.split(/; */).find((pair) => pair.startsWith(wanted))
      return found?.slice(wanted.length) || null
    },
    write,
    clear: (reply, name) => write(reply, name, '', 0),
  }
}
