import { REFUND_REQUEST_DAYS, SUBSCRIPTION_MONEY_BACK_DAYS } from '@slipstream/contract/legal'
import type { LegalPageText } from '@slipstream/contract/legal-documents'
import { Redownloads, SupportTimes } from './generated-parts.tsx'
import type { GeneratedParts } from './legal-blocks.tsx'
import { LegalPage } from './legal-page.tsx'
import type { PolicyStore } from './policy-store.ts'

interface TermsProps {
  store: PolicyStore
  page: LegalPageText | undefined
}

export const Terms = ({ store, page }: TermsProps) => (
  <LegalPage path="/terms" page={page} store={store} figures={termsFigures(store)} generated={TERMS_PARTS} />
)

export const TERMS_PARTS: GeneratedParts = { redownloads: Redownloads, supportTimes: SupportTimes }

export const termsFigures = (store: PolicyStore) => [
  redownloadFigure(store),
  { value: `${REFUND_REQUEST_DAYS} days`, label: 'to ask for a refund' },
  { value: `${SUBSCRIPTION_MONEY_BACK_DAYS} days`, label: 'money back on a subscription' },
]

const redownloadFigure = ({ downloadWindowDays, renewals }: PolicyStore) => {
  if (downloadWindowDays === 0) return { value: 'No end', label: 'to your free re-downloads' }
  const then = renewals === 'one-click' ? 'then renewed with a click' : 'then renewed by our support team'
  return { value: `${downloadWindowDays} days`, label: `of free re-downloads, ${then}` }
}
