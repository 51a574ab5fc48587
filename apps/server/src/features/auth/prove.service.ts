import { type Db, inTransaction } from '@slipstream/db/client'
import { DomainError } from '#lib/domain-error.ts'
import { isPassword } from './password-hash.ts'
import type { SignedIn } from './identity.service.ts'
import { type Device, noteProof } from './sessions.service.ts'
import { noteSignIn } from './sign-in.service.ts'
import type { SignInLimits } from './sign-in-limits.ts'

/** How long an authentication counts as recent. */
export const PROOF_MS = 10 * 60_000

/** Guards actions that a stranger at an unlocked browser must not do: requires a recent authentication. */
export const requireProof = ({ session }: SignedIn, now = Date.now()) => {
  if (now - session.provenAt.getTime() > PROOF_MS) throw new DomainError('auth.proof_required')
}

export const proveByPassword = async (
  { db, limits }: { db: Db; limits: SignInLimits },
  { row, session }: SignedIn,
  password: string,
  device: Device,
) => {
  const key = String(session.id)
  if (!(await limits.proof.allows(key))) throw new DomainError('auth.too_many_proofs')
  if (!(await isPassword(row.passwordHash, password))) {
    await inTransaction(db, (tx) =>
      noteSignIn(tx, { userId: row.id, method: 'password', result: 'wrong_secret' }, device),
    )
    throw new DomainError('auth.wrong_password')
  }
  await limits.proof.forget(key)
  await inTransaction(db, (tx) => noteProof(tx, session))
}
