import type { LegalText } from '@slipstream/contract/legal-documents'
import type { LegalDocument } from '@slipstream/contract/legal-terms'
import { LegalArticle } from '../legal-article.tsx'
import { Words } from '../legal-values.tsx'
import { useLegalText } from '../legal.queries.ts'
import type { PolicyStore } from '../policy-store.ts'
import { COOKIE_PARTS, PRIVACY_FIGURES, privacyParts } from '../privacy.tsx'
import { REFUND_FIGURES, REFUND_PARTS } from '../refund-policy.tsx'
import { TERMS_PARTS, termsFigures } from '../terms.tsx'

interface TextPreviewProps {
  document: LegalDocument
  text: LegalText
  store: PolicyStore
}

/** The text as its page shows it. */
export const TextPreview = ({ document, text, store }: TextPreviewProps) => {
  const cookies = useLegalText('cookies')
  const drawings = {
    terms: { figures: termsFigures(store), generated: TERMS_PARTS },
    privacy: { figures: PRIVACY_FIGURES, generated: privacyParts(cookies) },
    cookies: { figures: null, generated: COOKIE_PARTS },
    refunds: { figures: REFUND_FIGURES, generated: REFUND_PARTS },
  }
  return (
    <div className="flex flex-col gap-5 wrap-anywhere">
      {text.lead.length > 0 && (
        <p className="text-body text-pretty text-muted">
          <Words runs={text.lead} store={store} />
        </p>
      )}
      <LegalArticle text={text} store={store} {...drawings[document]} />
    </div>
  )
}
