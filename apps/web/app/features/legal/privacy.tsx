import { RETENTION_YEARS, SUPPORT_RESPONSE_HOURS } from '@slipstream/contract/legal'
import type { LegalPageText } from '@slipstream/contract/legal-documents'
import { SupportTimes } from './generated-parts.tsx'
import { Blocks, type GeneratedParts } from './legal-blocks.tsx'
import { LegalPage } from './legal-page.tsx'
import type { PolicyStore } from './policy-store.ts'
import { Collected, Processors, Retention, StorageTable } from './privacy-tables.tsx'

interface PrivacyProps {
  store: PolicyStore
  page: LegalPageText | undefined
  /** The cookie policy: a section of this page. */
  cookies: LegalPageText | undefined
}

export const Privacy = ({ store, page, cookies }: PrivacyProps) => (
  <LegalPage
    path="/privacy"
    page={page}
    cookies={cookies}
    store={store}
    figures={PRIVACY_FIGURES}
    generated={privacyParts(cookies)}
  />
)

export const COOKIE_PARTS: GeneratedParts = { storageTable: StorageTable }

const PARTS: GeneratedParts = {
  collectedData: Collected,
  processors: Processors,
  retentionTable: Retention,
  supportTimes: SupportTimes,
}

export const privacyParts = (cookies: Pick<LegalPageText, 'text'> | undefined): GeneratedParts => ({
  ...PARTS,
  cookiePolicy: (store) => <Blocks blocks={cookies?.text.opening ?? []} store={store} generated={COOKIE_PARTS} />,
})

export const PRIVACY_FIGURES = [
  { value: `${RETENTION_YEARS.purchaseRecords} years`, label: 'purchase records are kept' },
  { value: `${SUPPORT_RESPONSE_HOURS.privacy} hours`, label: 'to answer a privacy question' },
  { value: 'None', label: 'advertising cookies' },
]
