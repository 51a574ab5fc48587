import { ArrowUpRight, Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatUsd } from '@slipstream/contract/money'
import { Link, type PageAddress } from '#lib/link.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { checkoutMemory } from './checkout-memory.ts'
import { CheckoutProblem, RECEIPT_ID } from './checkout-problem.tsx'
import { type ReadQuote, useStartCheckout } from './checkout.queries.ts'
import { CouponField } from './coupon-field.tsx'

interface CheckoutFormProps {
  quote: ReadQuote
  receipt: ReactNode
  coupon: string
  isPricing: boolean
  onCoupon: (code: string) => void
  onFreeOrder: (orderNumber: string) => void
}

const CONSENTS = ['delivery', 'withdrawal'] as const

export const CheckoutForm = ({ quote, receipt, coupon, isPricing, onCoupon, onFreeOrder }: CheckoutFormProps) => {
  const [agreed, setAgreed] = useState(() => {
    const before = checkoutMemory.hasAgreedTo(quote.quote)
    return { delivery: before, withdrawal: before }
  })
  const [isAsked, setAsked] = useState(false)
  const boxes = { delivery: useRef<HTMLInputElement>(null), withdrawal: useRef<HTMLInputElement>(null) }
  const start = useStartCheckout()
  const cameBack = useReturnWithoutPaying(start.reset)
  const isFree = quote.totalCents === 0

  const pay = () => {
    setAsked(true)
    const missing = CONSENTS.find((name) => !agreed[name])
    if (missing) return boxes[missing].current?.focus()
    start.mutate(quote, {
      onSuccess: ({ orderNumber, url }) => {
        if (url === null) onFreeOrder(orderNumber)
      },
    })
  }

  return (
    <div className="flex flex-col gap-5">
      {cameBack && (
        <Notice
          tone="warning"
          title="You came back without paying. Nothing was charged, and your cart is as you left it."
        />
      )}
      <CheckoutProblem quote={quote} />
      <div className="surface divide-y rounded-2xl px-5 md:px-6">
        <Part title="Receipt" id={RECEIPT_ID}>
          {receipt}
        </Part>
        <Part title="Coupon">
          <CouponField quote={quote} coupon={coupon} isPricing={isPricing} onCoupon={onCoupon} />
        </Part>
        <Part title="Delivery">
          <div className="space-y-4">
            {CONSENTS.map((name) => (
              <Checkbox
                key={name}
                ref={boxes[name]}
                label={quote.consents[name]}
                checked={agreed[name]}
                onCheckedChange={(isChecked) => setAgreed((before) => ({ ...before, [name]: isChecked }))}
                // Keeps the box clear of the bar at the bottom of a phone.
                style={{ scrollMarginBottom: '9rem' }}
                {...(isAsked && !agreed[name] && { error: 'Please agree to this before you pay.' })}
              />
            ))}
          </div>
        </Part>
      </div>
      <section aria-label="Payment" className="flex flex-col gap-5 max-lg:contents lg:rounded-2xl lg:bg-raised lg:p-6">
        <div className="space-y-2 text-small text-muted max-lg:px-1">
          {!isFree && (
            <p className="flex items-start gap-2.5 text-ui">
              <Lock className="mt-0.5 size-4 shrink-0 text-success" aria-hidden="true" />
              You pay on Stripe’s secure page; card details never reach us.
            </p>
          )}
          <p>
            {isFree ? 'By completing the order' : 'By paying'} you accept our <PolicyLink to="/terms">Terms</PolicyLink>{' '}
            and the <PolicyLink to="/refund-policy">Refund Policy</PolicyLink>. Your copy carries an invisible mark of
            this purchase.
          </p>
        </div>
        <div className="max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-5 max-lg:-mb-20 max-lg:border-t max-lg:bg-background max-lg:px-5 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] md:max-lg:-mx-8 md:max-lg:px-8">
          {start.error && <Notice tone="destructive" title={reasonOf(start.error)} className="mb-3" />}
          <Button
            variant="primary"
            size="lg"
            className="w-full lg:disabled:bg-foreground/8"
            disabled={quote.problem !== null || isPricing}
            isLoading={start.isPending || (start.isSuccess && !isFree)}
            onClick={pay}
          >
            {isFree ? 'Complete the order' : `Pay ${formatUsd(quote.totalCents)}`}
            {!isFree && <ArrowUpRight aria-hidden="true" />}
          </Button>
          <p role="status" className="text-center text-small text-muted not-empty:mt-2">
            {progressOf(start, isFree)}
          </p>
        </div>
      </section>
    </div>
  )
}

const progressOf = ({ isPending, isSuccess }: ReturnType<typeof useStartCheckout>, isFree: boolean) => {
  if (isPending) return 'Placing your order…'
  return isSuccess && !isFree ? 'Taking you to Stripe…' : ''
}

/** Whether the buyer came back from Stripe without paying. Reading clears it in the tab's storage. */
const useReturnWithoutPaying = (onReturn: () => void) => {
  const [cameBack, setCameBack] = useState(false)
  useEffect(() => {
    const look = () => {
      if (!checkoutMemory.takeReturn()) return
      setCameBack(true)
      onReturn()
    }
    look()
    // The back/forward cache may restore this page as it was when the button was pressed.
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [onReturn])
  return cameBack
}

const reasonOf = (error: Error) =>
  error instanceof ApiError && error.reason ? error.reason : 'The store did not respond. Nothing was charged.'

const PolicyLink = ({ to, children }: { to: PageAddress; children: ReactNode }) => (
  <Link to={to} className="underline underline-offset-2 hover:text-foreground">
    {children}
  </Link>
)

const Part = ({ title, id, children }: { title: string; id?: string; children: ReactNode }) => (
  <section id={id} className="gap-6 py-5 md:grid md:grid-cols-[7rem_minmax(0,1fr)] md:py-6">
    <h2 className="text-body font-semibold max-md:mb-3">{title}</h2>
    {children}
  </section>
)
