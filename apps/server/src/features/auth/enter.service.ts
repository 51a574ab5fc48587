import type { SignInAnswer } from '@slipstream/contract/auth'
import { type Db, inTransaction } from '@slipstream/db/client'
import { toUser, type UserRow } from './current-user.ts'
import { hashOf } from './secret.ts'
import type { Identity } from './identity.service.ts'
import { issueSecret } from './one-time-secrets.service.ts'
import { secondFactorsOf } from './second-factors.ts'
import { type Device, findSession, issueBearer, type SessionRow, startSession } from './sessions.service.ts'
import { noteSignIn } from './sign-in.service.ts'

export interface EnterParts {
  db: Db
  identity: Identity
  discordCdnUrl: string
}

interface Entering {
  row: UserRow
  method: SessionRow['method']
  device: Device
}

/** The response body for the page, the value of the HttpOnly cookie, and the account that signed in. */
export interface Entered {
  answer: Extract<SignInAnswer, { success: true }>
  cookie: string
  row: UserRow
}

/**
 * Continues after a correct password or Discord round trip: asks for the second factor if the account has one, else
 * starts the session.
 */
export const enterOrRequestCode = async (
  parts: EnterParts,
  { row, method, device }: Entering,
): Promise<Entered | { answer: SignInAnswer; cookie: null }> => {
  const factors = secondFactorsOf(row)
  if (factors.length === 0) return enter(parts, { row, method, device })
  const challenge = await inTransaction(parts.db, async (tx) => {
    await noteSignIn(tx, { userId: row.id, method, result: 'second_factor' }, device)
    return issueSecret(tx, 'second_factor', row.id, { method })
  })
  const message = factors.includes('app')
    ? 'Enter the code from your authenticator app.'
    : 'Use your passkey to log in.'
  return { answer: { success: false, challenge, factors, message }, cookie: null }
}

export const enter = (parts: EnterParts, { row, method, device }: Entering): Promise<Entered> =>
  inTransaction(parts.db, async (tx) => {
    const { session, cookie } = await startSession(tx, { userId: row.id, method, ...device })
    const found = await findSession(tx, 'cookie', hashOf(cookie))
    if (!found) throw new Error('the new session was not found')
    const rights = parts.identity.rightsOf(found)
    const token = await issueBearer(tx, session, rights)
    await noteSignIn(tx, { userId: row.id, method, result: 'ok' }, device)
    const user = toUser(row, { ...rights, discordCdnUrl: parts.discordCdnUrl })
    return { answer: { success: true, token, user, message: `Welcome, ${row.username}.` }, cookie, row }
  })
