import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { emailAddress, text } from '@slipstream/contract/text'

/** What the mail provider reports, in the store's own format (docs/mail-events.md). */
const MailEvents = z.object({
  events: z
    .array(
      z.object({
        type: z.enum(['bounce', 'complaint']),
        address: emailAddress(),
        /** Whether this is a hard bounce. */
        isPermanent: z._default(z.boolean(), false),
        detail: z._default(text(200, { multiline: true }), ''),
      }),
    )
    .check(z.maxLength(500)),
})
export type MailEvent = z.output<typeof MailEvents>['events'][number]

const TOLERANCE_SECONDS = 300
/** `t=1763330000,v1=…`: the time, and HMAC-SHA256 of "time.body" in hexadecimal. */
export const SIGNATURE = /^t=(\d{1,12}),v1=([\da-f]{64})$/

/** Null unless the body was signed with the secret in the last five minutes. */
export const readMailEvents = (secret: string, body: Buffer, signature: string, now = Date.now()) => {
  const [, at = '', given = ''] = SIGNATURE.exec(signature) ?? []
  if (at === '' || Math.abs(now / 1_000 - Number(at)) > TOLERANCE_SECONDS) return null
  const expected = createHmac('sha256', secret).update(`${at}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(given, 'hex')) ? body : null
}

export const parseMailEvents = (body: Buffer) => {
  try {
    return MailEvents.safeParse(JSON.parse(body.toString('utf8'))).data?.events ?? null
  } catch {
    return null
  }
}
