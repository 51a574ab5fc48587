import type { LegalDocument } from '@slipstream/contract/legal-terms'
import { BUILT_IN_COOKIES, BUILT_IN_PRIVACY } from './built-in-privacy.ts'
import { BUILT_IN_REFUNDS } from './built-in-refunds.ts'
import { BUILT_IN_TERMS } from './built-in-terms.ts'

/** What the pages show until an administrator publishes another text. */
export const BUILT_IN: Record<LegalDocument, string> = {
  terms: BUILT_IN_TERMS,
  privacy: BUILT_IN_PRIVACY,
  cookies: BUILT_IN_COOKIES,
  refunds: BUILT_IN_REFUNDS,
}

/** The day shown as "Last updated". A changed text needs a new day, which a test checks. */
export const BUILT_IN_SINCE: Record<LegalDocument, string> = {
  terms: '2026-11-17T00:00:00.000Z',
  privacy: '2026-11-17T00:00:00.000Z',
  cookies: '2026-11-18T00:00:00.000Z',
  refunds: '2026-11-15T00:00:00.000Z',
}
