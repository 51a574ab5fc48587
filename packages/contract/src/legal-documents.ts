import * as z from 'zod/mini'
import { endpoint, ONE_MINUTE } from './endpoint.ts'
import { BUILT_IN_NUMBER, LEGAL_BLOCKS, LEGAL_DOCUMENTS, LEGAL_VALUES } from './legal-terms.ts'
import { integerParam } from './number.ts'

const Line = z.object({
  /** Text with one formatting, or one placeholder. Plain text is just a string. Raw markup cannot occur. */
  runs: z.array(
    z.union([
      z.string(),
      z.object({
        text: z.optional(z.string()),
        value: z.optional(z.enum(LEGAL_VALUES)),
        isStrong: z.optional(z.literal(true)),
        isEmphasis: z.optional(z.literal(true)),
        isCode: z.optional(z.literal(true)),
        /** A path or fragment of the store, an https URL or an e-mail address. */
        href: z.optional(z.string()),
      }),
    ]),
  ),
})
const Runs = Line.shape.runs
export type LegalRun = z.output<typeof Runs>[number]

const ListItem = z.object({
  paragraphs: z.array(Runs),
  /** A list may contain one more level. */
  nested: z.optional(z.object({ isOrdered: z.boolean(), items: z.array(Runs) })),
})
export type LegalListItem = z.output<typeof ListItem>

const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), runs: Runs }),
  z.object({ kind: z.literal('heading'), runs: Runs }),
  z.object({ kind: z.literal('list'), isOrdered: z.boolean(), items: z.array(ListItem) }),
  z.object({ kind: z.literal('generated'), name: z.enum(Object.values(LEGAL_BLOCKS).flat()) }),
])
export type LegalBlock = z.output<typeof Block>

const Section = z.object({ id: z.string(), title: Runs, blocks: z.array(Block) })
export type LegalSection = z.output<typeof Section>

/** A legal text as the pages render it. The server parses it; the browser never does. */
export const LegalText = z.object({
  /** The sentence below the title. */
  lead: Runs,
  /** What comes before the first section: the short version, or the whole cookie policy. */
  opening: z.array(Block),
  sections: z.array(Section),
})
export type LegalText = z.output<typeof LegalText>

const Dated = z.object({ number: z.int(), effectiveAt: z.nullable(z.iso.datetime()) })

export const LegalPageText = z.object({
  document: z.enum(LEGAL_DOCUMENTS),
  /** 0 for the built-in text. */
  number: z.int(),
  state: z.enum(['current', 'earlier', 'upcoming']),
  /** When it took or will take effect. */
  updatedAt: z.iso.datetime(),
  text: LegalText,
  /** The versions before the current one, newest first. A long list omits the oldest. */
  earlier: z.array(Dated),
  /** The next version, if one is published already. */
  upcoming: z.nullable(Dated),
})
export type LegalPageText = z.output<typeof LegalPageText>

export const LegalParams = z.strictObject({ document: z.enum(LEGAL_DOCUMENTS) })

export const legalApi = {
  document: endpoint({
    method: 'GET',
    path: '/api/legal/:document',
    summary: 'Read a legal text as it applies now, or one of its published versions',
    access: 'public',
    params: LegalParams,
    query: z.strictObject({ version: z.optional(integerParam(BUILT_IN_NUMBER)) }),
    response: LegalPageText,
    errors: ['legal.not_found'],
    cache: ONE_MINUTE,
  }),
}
