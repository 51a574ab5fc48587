import { signedOutLatch } from './auth-token.ts'

/** Answers that are the same for everyone. All others, including those added later, belong to the signed-in user. */
const PUBLIC = /^\/api\/(site|team|auth|mods|categories|releases|reviews)\b/

interface Keyed {
  queryKey: readonly unknown[]
}

export const isPersonal = ({ queryKey }: Keyed) => !PUBLIC.test(String(queryKey[0]))

/** Once the user has logged out, a personal query would only be refused, so it is not sent. */
export const maySend = (query: Keyed) => !isPersonal(query) || !signedOutLatch.isSet()
