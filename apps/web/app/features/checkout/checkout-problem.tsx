import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Notice } from '#ui/notice.tsx'
import { type ReadQuote, useRemoveOwnedMods } from './checkout.queries.ts'

/** Why the cart cannot be bought, and how to fix it. */
export const CheckoutProblem = ({ quote }: { quote: ReadQuote }) => {
  if (quote.problem === null) return null
  return <Notice tone="warning" title={quote.problemText} actions={<Remedy quote={quote} />} />
}

const Remedy = ({ quote }: { quote: ReadQuote }) => {
  if (quote.problem === 'checkout.owned') return <TakeOutOwned quote={quote} />
  if (quote.problem === 'checkout.email_needed') return <TypeAddress />
  return (
    <Button asChild variant="outline" size="sm">
      <Link to="/mods">Browse mods</Link>
    </Button>
  )
}

/** The part of the form that asks for the address. */
export const RECEIPT_ID = 'receipt'

const TypeAddress = () => (
  <Button
    variant="outline"
    size="sm"
    onClick={() => document.querySelector<HTMLInputElement>(`#${RECEIPT_ID} input`)?.focus()}
  >
    Enter it now
  </Button>
)

const TakeOutOwned = ({ quote }: { quote: ReadQuote }) => {
  const removeOwned = useRemoveOwnedMods()
  return (
    <>
      {removeOwned.error && <p className="text-small text-destructive">{failureText(removeOwned.error)}</p>}
      <Button
        variant="outline"
        size="sm"
        isLoading={removeOwned.isPending}
        onClick={() => removeOwned.mutate(quote.lines)}
      >
        Remove it from the cart
      </Button>
    </>
  )
}
