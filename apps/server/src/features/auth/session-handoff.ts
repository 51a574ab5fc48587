import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { CookieJar } from './session-cookie.ts'
import type { Entered } from './enter.service.ts'
import type { Identity } from './identity.service.ts'
import type { KnownDevices, Visitor } from './known-devices.ts'
import { type Device, endSessionsOf } from './sessions.service.ts'

const COOKIE_SECONDS = 90 * 24 * 60 * 60

export const deviceOf = ({ ip, headers }: FastifyRequest): Device => ({ ip, userAgent: headers['user-agent'] ?? '' })

/** The visitor who tries to sign in, and the accounts this browser is known to. */
export const visitorOf = ({ devices }: { devices: KnownDevices }, request: FastifyRequest): Visitor => ({
  ...deviceOf(request),
  memory: devices.read(request),
})

interface HandoffParts {
  db: Db
  cookies: CookieJar
  devices: KnownDevices
  identity: Identity
}

/**
 * Hands the session to the browser: the cookie in a header, the token in the body. Ends the session the browser had
 * before, which would otherwise stay open for weeks with no way to sign it out.
 */
export const withCookie = async <Answer>(
  { db, cookies, devices, identity }: HandoffParts,
  reply: FastifyReply,
  entered: { answer: Answer; cookie: null } | { answer: Answer; cookie: string; row: Entered['row'] },
) => {
  const { answer, cookie } = entered
  if (cookie === null) return answer
  const former = cookies.read(reply.request, 'session')
  if (former !== null) {
    const owners = await inTransaction(db, (tx) => endSessionsOf(tx, { cookie: former, bearer: null }))
    for (const owner of owners) identity.forget(owner)
  }
  cookies.write(reply, 'session', cookie, COOKIE_SECONDS)
  devices.remember(reply, entered.row)
  return answer
}
