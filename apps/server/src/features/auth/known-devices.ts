import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { integer } from '@slipstream/contract/number'
import { text } from '@slipstream/contract/text'
import type { UserRow } from './current-user.ts'
import type { Encryption } from './encryption.ts'
import { hashOf, newSecret } from './secret.ts'
import type { CookieJar } from './session-cookie.ts'
import type { Place } from './guess-limit.ts'
import type { Device } from './sessions.service.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60
/** A household's shared browser. More would make a cookie that is sent with every request. */
const MOST_ACCOUNTS = 4

/** What a browser's cookie says: which accounts have signed in on it, each by a mark that a new password makes invalid. */
const DeviceMemory = z.strictObject({
  id: text(64),
  since: integer(0, 8_640_000_000_000_000),
  marks: z.array(text(64)).max(MOST_ACCOUNTS),
})
type DeviceMemory = z.output<typeof DeviceMemory>

type Account = Pick<UserRow, 'id' | 'passwordHash'>

export interface Visitor extends Device {
  memory: DeviceMemory | null
}

const markOf = ({ id, passwordHash }: Account) => hashOf(`known device ${id} ${passwordHash ?? ''}`).slice(0, 22)

/** Where this visitor guesses from, seen from one account. A name that nobody has is known to no device. */
export const placeOf = ({ ip, memory }: Visitor, account: Account | null): Place => ({
  ip,
  knownDevice: account && memory?.marks.includes(markOf(account)) ? memory.id : null,
})

export interface KnownDevices {
  read: (request: FastifyRequest) => DeviceMemory | null
  /** This browser has just shown that it belongs to the account's owner. */
  remember: (reply: FastifyReply, account: Account) => void
}

/** An encrypted cookie and no table: the server keeps nothing about devices, and nobody can make such a cookie. */
export const createKnownDevices = ({
  cookies,
  encryption,
}: {
  cookies: CookieJar
  encryption: Encryption
}): KnownDevices => {
  const read = (request: FastifyRequest) => {
    const value = cookies.read(request, 'device')
    const memory = value === null ? null : openMemory(encryption, value)
    return memory && Date.now() - memory.since < YEAR_SECONDS * 1_000 ? memory : null
  }
  return {
    read,
    remember: (reply, account) => {
      const others = (read(reply.request)?.marks ?? []).filter((mark) => mark !== markOf(account))
      const memory: DeviceMemory = {
        // Always a new id: a cookie that was copied from this browser before does not share its count.
        id: newSecret().slice(0, 22),
        since: Date.now(),
        marks: [markOf(account), ...others].slice(0, MOST_ACCOUNTS),
      }
      cookies.write(reply, 'device', encryption.encrypt(JSON.stringify(memory)), YEAR_SECONDS)
    },
  }
}

const openMemory = (encryption: Encryption, value: string): DeviceMemory | null => {
  try {
    return DeviceMemory.parse(JSON.parse(encryption.decrypt(value)))
  } catch {
    return null
  }
}
