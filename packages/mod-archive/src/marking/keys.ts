import { createHmac } from 'node:crypto'

/** The secret that all marks are derived from. It is not in the database; a plan names only its id. */
export interface MarkKey {
  id: string
  secret: Uint8Array
}

const LEAST_SECRET_BYTES = 32

const hmac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest()

/** Independent keys for one plan: knowing one of them reveals nothing about the others. */
export const planKeys = ({ secret }: MarkKey, planId: string) => {
  if (secret.length < LEAST_SECRET_BYTES) throw new RangeError(`a mark key has at least ${LEAST_SECRET_BYTES} bytes`)
  const plan = hmac(secret, `slipstream mark 1: ${planId}`)
  const purchaseKeys = hmac(plan, 'codewords')
  const tokenKey = hmac(plan, 'tokens')
  return {
    biases: hmac(plan, 'biases'),
    directions: hmac(plan, 'directions'),
    codeword: (purchase: string) => hmac(purchaseKeys, purchase),
    token: (purchase: string) => hmac(tokenKey, purchase).subarray(0, TOKEN_BYTES),
  }
}
export type PlanKeys = ReturnType<typeof planKeys>

/** Long enough that nobody can guess the token of a purchase. */
export const TOKEN_BYTES = 16
