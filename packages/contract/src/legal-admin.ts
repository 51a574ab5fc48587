import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LegalParams, LegalText } from './legal-documents.ts'
import { BUILT_IN_NUMBER, LEGAL_BODY_MAX, LEGAL_DOCUMENTS, LEGAL_NOTE_MAX } from './legal-terms.ts'
import { integer, integerParam } from './number.ts'
import { OrderNumber } from './orders.ts'
import { pageOf } from './page.ts'
import { cursor, instant, text } from './text.ts'

const VersionParams = z.strictObject({ document: z.enum(LEGAL_DOCUMENTS), number: integerParam(BUILT_IN_NUMBER) })

const Problem = z.object({
  line: z.nullable(z.int()),
  message: z.string(),
  /** False for advice: the text can still be published. */
  isBlocking: z.boolean(),
})
export type LegalProblem = z.output<typeof Problem>

/** A statement that the store must make on this page. */
const Statement = z.object({
  /** The row of the specification; null for a table that the law requires. */
  rule: z.nullable(z.string()),
  /** What the statement says, in a few words. */
  about: z.string(),
  /** Ready-made wording to insert. */
  sample: z.string(),
})
export type LegalStatement = z.output<typeof Statement>

/** A text as its page will show it, and the problems found in it. */
export const CheckedLegal = z.object({
  text: LegalText,
  problems: z.array(Problem),
  missing: z.array(Statement),
})
export type CheckedLegal = z.output<typeof CheckedLegal>

export const LegalVersion = z.object({
  number: z.int(),
  state: z.enum(['built-in', 'upcoming', 'current', 'earlier', 'withdrawn']),
  /** Null for the built-in text, which applied before anything was published. */
  effectiveAt: z.nullable(z.iso.datetime()),
  publishedAt: z.nullable(z.iso.datetime()),
  /** Null for the built-in text and after the account was deleted. */
  publishedBy: z.nullable(z.string()),
  note: z.string(),
})
export type LegalVersion = z.output<typeof LegalVersion>

export const LegalDesk = z.object({
  builtIn: z.string(),
  current: z.object({ ...LegalVersion.shape, body: z.string() }),
  upcoming: z.nullable(LegalVersion),
  draft: z.nullable(
    z.object({
      body: z.string(),
      revision: z.int(),
      updatedAt: z.iso.datetime(),
      updatedBy: z.nullable(z.string()),
    }),
  ),
  /** The draft, or the current text while there is none. */
  checked: CheckedLegal,
})
export type LegalDesk = z.output<typeof LegalDesk>

export const LegalPublication = z.strictObject({
  /** The draft revision that the administrator has read. */
  revision: integer(1),
  /** Null to take effect at once. */
  effectiveAt: z.nullable(instant()),
  note: text(LEGAL_NOTE_MAX),
})
export type LegalPublication = z.output<typeof LegalPublication>

export const AgreedTexts = z.object({
  order: z.string(),
  placedAt: z.iso.datetime(),
  documents: z.array(
    z.object({ document: z.enum(LEGAL_DOCUMENTS), number: z.int(), effectiveAt: z.nullable(z.iso.datetime()) }),
  ),
})
export type AgreedTexts = z.output<typeof AgreedTexts>

export const legalAdminApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/legal/:document',
    summary: 'Read a legal text for editing: the current version, the draft and what it lacks',
    access: 'admin',
    params: LegalParams,
    response: LegalDesk,
  }),
  saveDraft: endpoint({
    method: 'PATCH',
    path: '/api/admin/legal/:document/draft',
    summary: 'Save the draft, complete or not, and check it',
    access: 'admin',
    needsProof: 'no: a draft',
    params: LegalParams,
    body: z.strictObject({
      body: text(LEGAL_BODY_MAX, { multiline: true, verbatim: true }),
      /** The draft revision it replaces; 0 for the first one. */
      revision: integer(0),
    }),
    response: z.object({ revision: z.int(), updatedAt: z.iso.datetime(), checked: CheckedLegal }),
    errors: ['legal.draft_changed'],
  }),
  discardDraft: endpoint({
    method: 'DELETE',
    path: '/api/admin/legal/:document/draft',
    summary: 'Discard the draft',
    access: 'admin',
    needsProof: 'no: a draft',
    params: LegalParams,
    response: z.null(),
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/admin/legal/:document/versions',
    summary: 'Publish the draft as a new version, at once or from a date on',
    access: 'admin',
    needsProof: true,
    params: LegalParams,
    body: LegalPublication,
    response: LegalVersion,
    errors: ['legal.draft_changed', 'legal.invalid', 'legal.statement_missing', 'legal.unchanged', 'legal.too_early'],
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/admin/legal/:document/versions',
    summary: 'List the published versions of a legal text, newest first',
    access: 'admin',
    params: LegalParams,
    query: z.strictObject({ after: cursor() }),
    response: pageOf(LegalVersion),
  }),
  version: endpoint({
    method: 'GET',
    path: '/api/admin/legal/:document/versions/:number',
    summary: 'Read one version; 0 is the built-in text',
    access: 'admin',
    params: VersionParams,
    response: z.object({ ...LegalVersion.shape, body: z.string(), text: LegalText }),
    errors: ['legal.not_found'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/admin/legal/:document/versions/:number',
    summary: 'Withdraw a version that does not apply yet',
    access: 'admin',
    needsProof: 'no: the text that applies stays',
    params: VersionParams,
    response: z.null(),
    errors: ['legal.not_found', 'legal.in_effect'],
  }),
  agreed: endpoint({
    method: 'GET',
    path: '/api/admin/legal/orders/:number',
    summary: 'Read which versions applied when an order was placed',
    access: 'admin',
    params: z.strictObject({ number: OrderNumber }),
    response: AgreedTexts,
    errors: ['orders.not_found'],
  }),
}
