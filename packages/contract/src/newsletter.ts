import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParam, idParams } from './id.ts'
import { NEWSLETTER_LIMITS, NEWSLETTER_STATES, SENDING_RATES } from './newsletter-limits.ts'
import { integer } from './number.ts'
import { pageOf } from './page.ts'
import { cursor, filledText, instant, text } from './text.ts'

const mods = z.array(Id).check(z.maxLength(NEWSLETTER_LIMITS.mods))
const days = z.nullable(integer(1, 3_650))

/** Everybody who asked for the newsletter and matches all of these; an empty list matches everybody. */
export const Audience = z.strictObject({
  /** Owns at least one of these mods. */
  owns: mods,
  /** Has at least one of these mods on the wishlist. */
  wishes: mods,
  /** Visited the store within this many days. */
  seenWithinDays: days,
  /** Has not visited for this many days. */
  awayForDays: days,
})
export type Audience = z.output<typeof Audience>

export const NewsletterForm = z.strictObject({
  subject: filledText(NEWSLETTER_LIMITS.subject),
  preview: text(NEWSLETTER_LIMITS.preview),
  heading: filledText(NEWSLETTER_LIMITS.heading),
  /** Paragraphs are separated by an empty line; lines that begin with a hyphen are a list. */
  body: text(NEWSLETTER_LIMITS.body, { min: 1, multiline: true }),
  button: z.nullable(
    z.strictObject({
      label: filledText(NEWSLETTER_LIMITS.label),
      /** A page of this store: a newsletter links nowhere else. */
      path: text(200).check(z.regex(/^\/(?![/\\])\S*$/, 'Enter a page of this store, like /mods/12.')),
    }),
  ),
  audience: Audience,
  perMinute: integer(1, SENDING_RATES.most),
  /** Caps 24 hours at twice the volume of the best day of the last month, or at `firstDay` if that is more. */
  warmUp: z.optional(z.boolean()),
})
export type NewsletterForm = z.output<typeof NewsletterForm>

const Counts = z.object({
  waiting: z.int(),
  sending: z.int(),
  /** Accepted by the mail server. Opens are not tracked. */
  accepted: z.int(),
  refused: z.int(),
  /** The worker died between sending the mail and recording it. A person decides. */
  unknown: z.int(),
  /** Unsubscribed, changed their address or was suppressed after the audience was fixed. */
  skipped: z.int(),
})
export type RecipientCounts = z.output<typeof Counts>

export const Newsletter = z.object({
  id: Id,
  form: NewsletterForm,
  state: z.enum(NEWSLETTER_STATES),
  scheduledAt: z.nullable(z.iso.datetime()),
  startedAt: z.nullable(z.iso.datetime()),
  finishedAt: z.nullable(z.iso.datetime()),
  /** Why it stopped by itself. */
  problem: z.nullable(z.string()),
  counts: Counts,
  createdAt: z.iso.datetime(),
})
export type Newsletter = z.output<typeof Newsletter>

export const AudienceSize = z.object({
  recipients: z.int(),
  /** People who match the audience but will not get it, by reason. */
  excluded: z.object({ didNotAsk: z.int(), unverified: z.int(), suppressed: z.int() }),
})
export type AudienceSize = z.output<typeof AudienceSize>

export const SUPPRESSION_REASONS = ['bounce', 'complaint'] as const
export const Suppression = z.object({
  id: Id,
  address: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  detail: z.string(),
  createdAt: z.iso.datetime(),
})
export type Suppression = z.output<typeof Suppression>

/** A DNS record by which receivers recognize the store's mails. */
const DomainCheck = z.object({
  name: z.enum(['SPF', 'DKIM', 'DMARC']),
  state: z.enum(['fine', 'missing', 'wrong', 'unknown']),
  /** The name of the record. */
  host: z.string(),
  found: z.nullable(z.string()),
  /** A record to paste; null if only the mail provider knows it. */
  record: z.nullable(z.string()),
  advice: z.string(),
})
export type DomainCheck = z.output<typeof DomainCheck>
const SenderDomain = z.object({ domain: z.string(), checks: z.array(DomainCheck) })
export type SenderDomain = z.output<typeof SenderDomain>

const Unknown = z.object({ userId: Id, username: z.string(), claimedAt: z.iso.datetime() })

const ROOT = '/api/admin/newsletters'
const notFound = ['newsletter.not_found'] as const
const moves = ['newsletter.not_found', 'newsletter.wrong_state', 'operation.running'] as const
const starts = [...moves, 'newsletter.held'] as const

export const newsletterApi = {
  list: endpoint({
    method: 'GET',
    path: ROOT,
    summary: 'List the newsletters, newest first',
    access: 'admin',
    query: z.strictObject({ after: cursor() }),
    response: pageOf(Newsletter),
  }),
  read: endpoint({
    method: 'GET',
    path: `${ROOT}/:id`,
    summary: 'Get a newsletter with the state of its recipients',
    access: 'admin',
    params: idParams,
    response: Newsletter,
    errors: notFound,
    poll: true,
  }),
  create: endpoint({
    method: 'POST',
    path: ROOT,
    summary: 'Save a new newsletter as a draft',
    access: 'admin',
    needsProof: 'no: a draft',
    body: NewsletterForm,
    response: Newsletter,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: `${ROOT}/:id`,
    summary: 'Change a newsletter that has not been sent',
    access: 'admin',
    needsProof: 'no: a draft',
    params: idParams,
    body: NewsletterForm,
    response: Newsletter,
    errors: ['newsletter.not_found', 'newsletter.wrong_state'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${ROOT}/:id`,
    summary: 'Remove a newsletter that has not been sent',
    access: 'admin',
    needsProof: 'no: a draft',
    params: idParams,
    response: z.null(),
    errors: ['newsletter.wrong_state'],
  }),
  audience: endpoint({
    method: 'POST',
    path: `${ROOT}/audience`,
    summary: 'Count who would get a newsletter, and who would not',
    access: 'admin',
    needsProof: 'no: only counts',
    body: z.strictObject({ audience: Audience }),
    response: AudienceSize,
  }),
  preview: endpoint({
    method: 'POST',
    path: `${ROOT}/preview`,
    summary: 'Render a newsletter as mail programs show it',
    access: 'admin',
    needsProof: 'no: a draft',
    body: NewsletterForm,
    response: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  }),
  test: endpoint({
    method: 'POST',
    path: `${ROOT}/test`,
    summary: 'Send a newsletter to your own address only',
    access: 'admin',
    needsProof: 'no: mails only the caller',
    body: NewsletterForm,
    response: z.object({ to: z.string() }),
    errors: ['newsletter.no_address'],
  }),
  send: endpoint({
    method: 'POST',
    path: `${ROOT}/:id/send`,
    summary: 'Send a newsletter now or at a given time',
    access: 'admin',
    needsProof: true,
    params: idParams,
    body: z.strictObject({ at: z.nullable(instant()) }),
    response: Newsletter,
    errors: starts,
  }),
  pause: endpoint({
    method: 'POST',
    path: `${ROOT}/:id/pause`,
    summary: 'Stop sending for now, or take back the schedule',
    access: 'admin',
    needsProof: 'no: stops mail',
    params: idParams,
    response: Newsletter,
    errors: moves,
  }),
  resume: endpoint({
    method: 'POST',
    path: `${ROOT}/:id/resume`,
    summary: 'Continue with everybody who still waits',
    access: 'admin',
    needsProof: true,
    params: idParams,
    response: Newsletter,
    errors: starts,
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${ROOT}/:id/cancel`,
    summary: 'End a paused newsletter for good',
    access: 'admin',
    needsProof: 'no: stops mail',
    params: idParams,
    response: Newsletter,
    errors: moves,
  }),
  unknown: endpoint({
    method: 'GET',
    path: `${ROOT}/:id/unknown`,
    summary: 'List the recipients of whom nobody knows whether they got it',
    access: 'admin',
    params: idParams,
    query: z.strictObject({ after: cursor() }),
    response: pageOf(Unknown),
    errors: notFound,
  }),
  resendUnknown: endpoint({
    method: 'POST',
    path: `${ROOT}/:id/unknown/resend`,
    summary: 'Send it again to those of whom nobody knows; some may get it twice',
    access: 'admin',
    needsProof: true,
    params: idParams,
    response: Newsletter,
    errors: starts,
  }),
  domain: endpoint({
    method: 'GET',
    path: '/api/admin/mail-domain',
    summary: 'Look up the SPF, DKIM and DMARC records of the sending domain',
    access: 'admin',
    response: SenderDomain,
  }),
  suppressions: endpoint({
    method: 'GET',
    path: '/api/admin/mail-suppressions',
    summary: 'List the addresses that get no promotional mail, newest first',
    access: 'admin',
    query: z.strictObject({ after: cursor() }),
    response: pageOf(Suppression),
  }),
  letBackIn: endpoint({
    method: 'DELETE',
    path: '/api/admin/mail-suppressions/:id',
    summary: 'Let an address get promotional mail again',
    access: 'admin',
    needsProof: 'no: sends nothing',
    params: z.strictObject({ id: IdParam }),
    response: z.null(),
  }),
}
