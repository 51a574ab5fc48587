import { ArrowUpRight, CircleAlert, Lock } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { formatUsd } from '@slipstream/contract/money'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { checkoutMemory } from './checkout-memory.ts'
import { type ReadQuote, useStartCheckout } from './checkout.queries.ts'
import { CouponField } from './coupon-field.tsx'

interface CheckoutFormProps {
  quote: ReadQuote
  email: string | null
  isPricing: boolean
  onCoupon: (code: string) => void
  onFreeOrder: (orderNumber: string) => void
}

export const CheckoutForm = ({ quote, email, isPricing, onCoupon, onFreeOrder }: CheckoutFormProps) => {
  const [agreed, setAgreed] = useState({ delivery: false, withdrawal: false })
  const [isAsked, setAsked] = useState(false)
  const start = useStartCheckout()
  const cameBack = useReturnWithoutPaying()
  const missing = (name: keyof typeof agreed) =>
    isAsked && !agreed[name] ? { error: 'Please agree to this before you pay.' } : {}
  const isFree = quote.totalCents === 0

  const pay = () => {
    setAsked(true)
    if (!agreed.delivery || !agreed.withdrawal) return
    start.mutate(quote, {
      onSuccess: ({ orderNumber, url }) => {
        if (url === null) onFreeOrder(orderNumber)
      },
    })
  }

  return (
    <div className="space-y-5">
      {cameBack && <Notice>You came back without paying. Nothing was charged, and your cart is as you left it.</Notice>}
      <Panel title="Account">
        <p className="text-ui text-muted">
          {email ? (
            <>
              Your receipt goes to <span className="font-medium text-foreground">{email}</span>.
            </>
          ) : (
            'Your receipt needs an e-mail address.'
          )}
        </p>
      </Panel>
      <Panel title="Coupon">
        <CouponField quote={quote} isPricing={isPricing} onCoupon={onCoupon} />
      </Panel>
      <Panel title="Delivery">
        <div className="space-y-4">
          <Checkbox
            label={quote.consents.delivery}
            checked={agreed.delivery}
            onCheckedChange={(delivery) => setAgreed({ ...agreed, delivery })}
            {...missing('delivery')}
          />
          <Checkbox
            label={quote.consents.withdrawal}
            checked={agreed.withdrawal}
            onCheckedChange={(withdrawal) => setAgreed({ ...agreed, withdrawal })}
            {...missing('withdrawal')}
          />
        </div>
      </Panel>
      <section className="rounded-2xl bg-raised p-5 md:p-6" aria-label="Payment">
        {!isFree && (
          <p className="flex items-start gap-2.5 text-ui text-muted">
            <Lock className="mt-0.5 size-4 shrink-0 text-success" aria-hidden="true" />
            You pay on Stripe’s secure page; card details never reach us.
          </p>
        )}
        <div aria-live="polite" className="empty:hidden not-empty:mt-4">
          {quote.problem && (
            <Notice isProblem>
              {quote.problemText} <Remedy problem={quote.problem} />
            </Notice>
          )}
          {start.error && <Notice isProblem>{reasonOf(start.error)}</Notice>}
        </div>
        <Button
          variant="primary"
          size="lg"
          className="mt-4 w-full"
          disabled={quote.problem !== null || isPricing}
          isLoading={start.isPending || (start.isSuccess && !isFree)}
          onClick={pay}
        >
          {isFree ? 'Complete the order' : `Pay ${formatUsd(quote.totalCents)}`}
          {!isFree && <ArrowUpRight aria-hidden="true" />}
        </Button>
        <p className="mt-3 text-small text-muted">
          With it you accept our <PolicyLink to="/terms">Terms</PolicyLink> and the{' '}
          <PolicyLink to="/refund-policy">Refund Policy</PolicyLink>.{!isFree && ' The button leads to Stripe.'}
        </p>
      </section>
    </div>
  )
}

/** Told once by the tab's memory, and shown until the page is left. */
const useReturnWithoutPaying = () => {
  const [cameBack, setCameBack] = useState(false)
  useEffect(() => {
    const look = () => {
      if (checkoutMemory.takeReturn()) setCameBack(true)
    }
    look()
    // The browser's back button may bring this very page back to life.
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [])
  return cameBack
}

const reasonOf = (error: Error) =>
  error instanceof ApiError && error.reason ? error.reason : 'The store did not answer. Nothing was charged.'

const Remedy = ({ problem }: { problem: ReadQuote['problem'] }) => {
  if (problem === 'checkout.email_needed') return <PolicyLink to="/profile#email">Open your profile</PolicyLink>
  return problem === 'checkout.cart_empty' ? null : <PolicyLink to="/cart">Open your cart</PolicyLink>
}

const PolicyLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="underline underline-offset-2 hover:text-foreground">
    {children}
  </Link>
)

const Panel = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="surface rounded-2xl p-5 md:p-6">
    <h2 className="mb-3 text-title">{title}</h2>
    {children}
  </section>
)

const Notice = ({ isProblem = false, children }: { isProblem?: boolean; children: ReactNode }) => (
  <p
    role={isProblem ? undefined : 'status'}
    className={`tinted flex items-start gap-2.5 rounded-xl p-4 text-ui ${isProblem ? '[--tone:var(--destructive)]' : '[--tone:var(--warning)]'}`}
  >
    <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
    <span>{children}</span>
  </p>
)
