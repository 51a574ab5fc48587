import { REFUND_DECISION_HOURS, REFUND_REQUEST_DAYS, SUBSCRIPTION_MONEY_BACK_DAYS } from '@slipstream/contract/legal'
import type { LegalPageText } from '@slipstream/contract/legal-documents'
import { ExpiredLinks, SupportTimes } from './generated-parts.tsx'
import type { GeneratedParts } from './legal-blocks.tsx'
import { LegalPage } from './legal-page.tsx'
import type { PolicyStore } from './policy-store.ts'

interface RefundPolicyProps {
  store: PolicyStore
  page: LegalPageText | undefined
}

export const RefundPolicy = ({ store, page }: RefundPolicyProps) => (
  <LegalPage path="/refund-policy" page={page} store={store} figures={REFUND_FIGURES} generated={REFUND_PARTS} />
)

export const REFUND_PARTS: GeneratedParts = { expiredLinks: ExpiredLinks, supportTimes: SupportTimes }

export const REFUND_FIGURES = [
  { value: `${REFUND_REQUEST_DAYS} days`, label: 'to ask for a refund' },
  { value: `${REFUND_DECISION_HOURS} hours`, label: 'until we decide' },
  { value: `${SUBSCRIPTION_MONEY_BACK_DAYS} days`, label: 'money back on a subscription' },
]
