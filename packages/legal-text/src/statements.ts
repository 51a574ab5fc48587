import type { LegalStatement } from '@slipstream/contract/legal-admin'
import type { LegalRun, LegalText } from '@slipstream/contract/legal-documents'
import type { LegalBlockName, LegalDocument, LegalValue } from '@slipstream/contract/legal-terms'

/** A paragraph, heading or list item with its placeholders as typed, or a generated part. */
interface Part {
  words: string
  generated: LegalBlockName | null
}

interface Rule extends LegalStatement {
  isStated: (part: Part) => boolean
}

const generated = (name: LegalBlockName, rule: string | null, about: string): Rule => ({
  rule,
  about,
  sample: `{{${name}}}`,
  isStated: (part) => part.generated === name,
})

/** The figure must stand next to these words, as a placeholder: so the text cannot contradict the store. */
const said = (rule: string, about: string, sample: string, value: LegalValue | null, ...words: RegExp[]): Rule => ({
  rule,
  about,
  sample,
  isStated: (part) =>
    (value === null || part.words.includes(`{{${value}}}`)) && words.every((word) => word.test(part.words)),
})

const MONEY_BACK = said(
  'LEGAL-04',
  'A subscription is refunded in full within its first days.',
  'You get a full refund within the first {{subscriptionRefundDays}} days of a subscription.',
  'subscriptionRefundDays',
  /\bfull refund\b/i,
  /\bdays\b/i,
  /\bsubscription\b/i,
)
const NOT_FOR_CHILDREN = said(
  'LEGAL-07',
  'The store is not for young children.',
  '{{storeName}} is not for children under {{minimumAge}}.',
  'minimumAge',
  /\bnot for children under\b/i,
)
const SUPPORT_TIMES = generated('supportTimes', 'LEGAL-06', 'How soon support replies.')

const RULES: Record<LegalDocument, readonly Rule[]> = {
  terms: [
    generated('redownloads', 'LEGAL-03', 'How long re-download links are free.'),
    MONEY_BACK,
    NOT_FOR_CHILDREN,
    SUPPORT_TIMES,
  ],
  privacy: [
    generated('collectedData', null, 'What is collected, and why.'),
    generated('processors', null, 'Companies that process data for the store.'),
    generated('retentionTable', 'LEGAL-05', 'How long each kind of data is kept.'),
    generated('cookiePolicy', null, 'The cookie policy, which has no page of its own.'),
    NOT_FOR_CHILDREN,
    SUPPORT_TIMES,
  ],
  cookies: [generated('storageTable', null, 'Every cookie and storage key that the store uses.')],
  refunds: [
    said(
      'LEGAL-02',
      'How long a refund can be requested.',
      'You can request a refund within {{refundDays}} days of buying a mod.',
      'refundDays',
      /\brefund\b/i,
      /\bwithin\b/i,
      /\bdays\b/i,
    ),
    said(
      'LEGAL-02',
      'How soon a refund is decided.',
      'We decide in {{refundDecisionHours}} hours.',
      'refundDecisionHours',
      /\bdeci(de|sion)/i,
      /\bhours\b/i,
    ),
    said(
      'LEGAL-02',
      'How soon an approved refund is processed.',
      'An approved refund is processed in {{refundBusinessDays}} business days.',
      'refundBusinessDays',
      /\bprocess(ed|ing)\b/i,
      /\bbusiness days\b/i,
    ),
    MONEY_BACK,
    said(
      'LEGAL-06',
      'Premium members have priority support.',
      'Premium members have priority support.',
      null,
      /\bPremium members have priority support\b/i,
    ),
    SUPPORT_TIMES,
  ],
}

/** The statements that this page must make but does not. */
export const missingStatements = (document: LegalDocument, text: LegalText): LegalStatement[] => {
  const parts = partsOf(text)
  return RULES[document]
    .filter(({ isStated }) => !parts.some(isStated))
    .map(({ rule, about, sample }) => ({ rule, about, sample }))
}

/** Section headings do not count: a question is not a statement. */
const partsOf = ({ lead, opening, sections }: LegalText): Part[] => [
  spoken(lead),
  ...[...opening, ...sections.flatMap(({ blocks }) => blocks)].flatMap((block) => {
    if (block.kind === 'generated') return [{ words: '', generated: block.name }]
    if (block.kind !== 'list') return [spoken(block.runs)]
    return block.items.flatMap(({ paragraphs, nested }) => [...paragraphs, ...(nested?.items ?? [])].map(spoken))
  }),
]

const spoken = (runs: readonly LegalRun[]): Part => ({ words: wordsOf(runs), generated: null })

/** Text in a code span is an example, not a statement. */
const wordsOf = (runs: readonly LegalRun[]): string =>
  runs
    .map((run) => {
      if (typeof run === 'string') return run
      if (run.isCode) return ''
      return run.value ? `{{${run.value}}}` : (run.text ?? '')
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
