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
/** Enough for a household's shared browser. More would bloat a cookie that every request carries. */
const MOST_ACCOUNTS = 4

/**
 * Content of the device cookie: the accounts that have signed in on this browser, each with a mark that a password
 * change invalidates.
 */
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

/** The place a visitor guesses from, for one account. Unknown usernames have no known devices. */
export const placeOf = ({ ip, memory }: Visitor, account: Account | null): Place => ({
  ip,
  knownDevice: account && memory?.marks.includes(markOf(account)) ? memory.id : null,
})

export interface KnownDevices {
  read: (request: FastifyRequest) => DeviceMemory | null
  /** Remembers that this browser belongs to the account's owner. */
  remember: (reply: FastifyReply, account: Account) => void
}

/** An encrypted cookie instead of a table: the server stores nothing about devices, and nobody can forge one. */
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
        // Always a new id, so that an older copy of this cookie does not share its count.
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
