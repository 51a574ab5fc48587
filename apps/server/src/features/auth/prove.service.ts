import { type Db, inTransaction } from '@slipstream/db/client'
import { DomainError } from '#lib/domain-error.ts'
import type { Encryption } from './encryption.ts'
import { isPassword } from './password-hash.ts'
import type { SignedIn } from './identity.service.ts'
import { type Device, noteProof } from './sessions.service.ts'
import { hasSecondFactor } from './second-factors.ts'
import { noteSignIn } from './sign-in.service.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { isSecondFactor } from './two-factor.service.ts'

/** How long an authentication counts as recent. */
export const PROOF_MS = 10 * 60_000

/** Guards actions that a stranger at an unlocked browser must not do: requires a recent authentication. */
export const requireProof = ({ session }: SignedIn, now = Date.now()) => {
  if (now - session.provenAt.getTime() > PROOF_MS) throw new DomainError('auth.proof_required')
}

interface ProveParts {
  db: Db
  limits: SignInLimits
  encryption: Encryption
}

/**
 * Needs all that a sign-in needs: the password, if the account has one, and the second factor, if it has one. Otherwise
 * the password alone could remove the factor.
 */
export const prove = async (
  { db, limits, encryption }: ProveParts,
  { row, session }: SignedIn,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  device: Device,
) => {
  const key = String(session.id)
  if (!(await limits.proof.allows(key))) throw new DomainError('auth.too_many_proofs')
  const refuse = async (why: 'auth.wrong_password' | 'auth.wrong_code') => {
    await inTransaction(db, (tx) =>
      noteSignIn(tx, { userId: row.id, method: 'password', result: 'wrong_secret' }, device),
    )
    throw new DomainError(why)
  }
  const needsFactor = hasSecondFactor(row)
  const needsPassword = row.passwordHash !== null || !needsFactor
  if (needsPassword && !(await isPassword(row.passwordHash, password ?? ''))) return refuse('auth.wrong_password')
  if (needsFactor && code === undefined) throw new DomainError('auth.factor_needed')
  const isRight = await inTransaction(db, async (tx) => {
    if (needsFactor && !(await isSecondFactor(tx, encryption, row, code ?? ''))) return false
    await noteProof(tx, session)
    return true
  })
  if (!isRight) return refuse('auth.wrong_code')
  await limits.proof.forget(key)
}
