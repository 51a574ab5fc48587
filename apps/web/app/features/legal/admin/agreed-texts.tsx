import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { AgreedTexts as Agreed } from '@slipstream/contract/legal-admin'
import { BUILT_IN_NUMBER, LEGAL_TITLES, type LegalDocument } from '@slipstream/contract/legal-terms'
import { Link, type PageAddress } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { Input } from '#ui/input.tsx'
import { Moment } from '#ui/moment.tsx'
import { OneFieldForm } from '#ui/one-field-form.tsx'
import { orderRules, useAgreed } from './legal-admin.queries.ts'

const PAGES: Record<LegalDocument, (number: number) => PageAddress> = {
  terms: (number) => `/terms?version=${number}`,
  privacy: (number) => `/privacy?version=${number}`,
  cookies: (number) => `/privacy?cookies=${number}#cookies`,
  refunds: (number) => `/refund-policy?version=${number}`,
}

/** Which versions applied when an order was placed. The address may name the order: `?order=SL-2026-000123`. */
export const AgreedTexts = () => {
  const [search] = useSearchParams()
  const asked = search.get('order') ?? ''
  const agreed = useAgreed()
  const { mutate } = agreed
  useEffect(() => {
    if (asked !== '') mutate(asked)
  }, [asked, mutate])
  return (
    <Card
      title="What a buyer agreed to"
      description="Versions are never backdated or changed, so the time of the order decides."
    >
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <OneFieldForm
          label="Order number"
          hint="Such as SL-2026-000123."
          action="Look up"
          name="number"
          initial={asked}
          act={agreed}
          schema={orderRules}
          tidy={(number) => number.trim().toUpperCase()}
          check={(number) => (number === '' ? 'Enter an order number.' : null)}
        >
          {(control) => <Input {...control} autoComplete="off" className="num" />}
        </OneFieldForm>
        <div role="status">{agreed.data && <Found agreed={agreed.data} />}</div>
      </div>
    </Card>
  )
}

const Found = ({ agreed: { order, placedAt, documents } }: { agreed: Agreed }) => (
  <>
    <p className="text-ui">
      Order <span className="num font-medium">{order}</span>, placed <Moment at={placedAt} />
    </p>
    <ul aria-label={`Texts of order ${order}`} className="mt-3 flex flex-col gap-2 text-ui">
      {documents.map(({ document, number, effectiveAt }) => (
        <li key={document} className="flex flex-wrap justify-between gap-x-4 border-t pt-2">
          <Link to={PAGES[document](number)} className="rounded-sm underline underline-offset-4">
            {LEGAL_TITLES[document]}
          </Link>
          <span className="text-muted">
            {number === BUILT_IN_NUMBER ? 'Built-in text' : `Version ${number}`}
            {effectiveAt && (
              <>
                , since <Moment at={effectiveAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  </>
)
