import { expect, test } from 'vitest'
import { LEGAL_DOCUMENTS, type LegalDocument } from '@slipstream/contract/legal-terms'
import { BUILT_IN } from './built-in.ts'
import { checkLegal } from './check-legal.ts'

/** The statements that are missing once the lines that match the pattern are removed. */
const without = (document: LegalDocument, pattern: RegExp) => {
  const body = BUILT_IN[document]
    .split('\n')
    .filter((line) => !pattern.test(line))
    .join('\n')
  return checkLegal(document, body).missing.map(({ rule, about }) => rule ?? about)
}

test.each<[LegalDocument, RegExp, string[]]>([
  ['refunds', /\{\{refundDays\}\}/, ['LEGAL-02']],
  ['refunds', /\{\{refundDecisionHours\}\}/, ['LEGAL-02']],
  ['refunds', /\{\{refundBusinessDays\}\}/, ['LEGAL-02']],
  ['refunds', /full refund/, ['LEGAL-04']],
  ['refunds', /priority support/, ['LEGAL-06']],
  ['refunds', /\{\{supportTimes\}\}/, ['LEGAL-06']],
  ['terms', /\{\{redownloads\}\}/, ['LEGAL-03']],
  ['terms', /full refund/, ['LEGAL-04']],
  ['terms', /\{\{minimumAge\}\}/, ['LEGAL-07']],
  ['terms', /\{\{supportTimes\}\}/, ['LEGAL-06']],
  ['privacy', /\{\{retentionTable\}\}/, ['LEGAL-05']],
  ['privacy', /\{\{minimumAge\}\}/, ['LEGAL-07']],
  ['privacy', /\{\{supportTimes\}\}/, ['LEGAL-06']],
  ['privacy', /\{\{collectedData\}\}/, ['What is collected, and why.']],
  ['privacy', /\{\{processors\}\}/, ['Companies that process data for the store.']],
  ['privacy', /\{\{cookiePolicy\}\}/, ['The cookie policy, which has no page of its own.']],
  ['cookies', /\{\{storageTable\}\}/, ['Every cookie and storage key that the store uses.']],
])('[CAP-12] the built-in %s text without %s is missing the statement %j', (document, line, missing) => {
  expect(without(document, line)).toEqual(missing)
})

test('[CAP-12] a typed-in figure does not count as the statement and is reported', () => {
  const body = BUILT_IN.refunds.replaceAll('{{refundDays}}', '30')
  expect(checkLegal('refunds', body)).toMatchObject({
    missing: [{ rule: 'LEGAL-02' }],
    problems: [3, 10, 22].map((line) => ({
      line,
      isBlocking: false,
      message: '“30 days” is typed in. A placeholder would follow the store’s own figures.',
    })),
  })
})

test.each([
  ['a heading', '## You get a full refund within the first {{subscriptionRefundDays}} days of a subscription.'],
  ['code', '`You get a full refund within the first {{subscriptionRefundDays}} days of a subscription.`'],
  ['a figure alone', '{{subscriptionRefundDays}}'],
  ['several paragraphs', 'You get a full refund.\n\nWithin {{subscriptionRefundDays}} days of a subscription.'],
])('[CAP-12] a required statement in %s does not count', (_, words) => {
  const body = `${BUILT_IN.terms.replace(/- \*\*Money back[^]*?subscription\.\n/, '')}\n${words}\n`
  expect(checkLegal('terms', body).missing).toMatchObject([{ rule: 'LEGAL-04' }])
})

test.each(LEGAL_DOCUMENTS)('[CAP-12] the samples for missing statements of the %s text are accepted', (document) => {
  const { missing } = checkLegal(document, 'Nothing yet.\n\n## A section\n')
  expect(missing.length).toBeGreaterThan(0)
  const body = `Lead.\n\n## A section\n\n${missing.map(({ sample }) => sample).join('\n\n')}\n`
  expect(checkLegal(document, body)).toMatchObject({ missing: [], problems: [] })
})
