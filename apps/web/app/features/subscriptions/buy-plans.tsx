import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { SoldPlan } from '@slipstream/contract/subscriptions'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Notice } from '#ui/notice.tsx'
import { Gem } from 'lucide-react'
import { useStart } from './membership.queries.ts'
import { PlanCards, PlansPending } from './plan-cards.tsx'
import { useGuarantee, useSoldPlans } from './subscribe.queries.ts'

/** The plans for a signed-in user: each button leads to Stripe. */
export const BuyPlans = ({ receipt }: { receipt?: ReactNode }) => {
  const offers = useSoldPlans()
  const plans = offers.data
  const guarantee = useGuarantee()
  const isUsed = guarantee.data?.isUsed === true
  const start = useStart()
  const [params] = useSearchParams()
  const wanted = plans?.find(({ id }) => String(id) === params.get('plan'))

  // A page restored by the back button still shows the busy button that was pressed.
  useEffect(() => {
    const reset = (event: PageTransitionEvent) => event.persisted && start.reset()
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  })

  if (!plans) return <PlansPending query={offers} />
  // Nobody pays before it is known what is promised.
  if (!guarantee.data) return <PlansPending query={guarantee} />
  if (plans.length === 0) return <NothingOnSale />
  return (
    <div>
      {start.error && <Notice tone="destructive" title={failureText(start.error)} className="mb-8" />}
      {wanted && !start.error && (
        <Notice tone="info" title={`You’re signed in. ${wanted.name} is one click away.`} className="mb-8">
          Your card is charged only after you confirm on Stripe’s page.
        </Notice>
      )}
      {receipt && (
        <section aria-label="Receipts" className="surface mb-8 rounded-2xl p-5 md:p-6">
          {receipt}
        </section>
      )}
      {isUsed && (
        <Notice tone="info" title="You have used the money-back guarantee" className="mb-8">
          It applies once per person, and you got the money for a subscription back before, perhaps with another
          account. You can subscribe again and cancel any time, but this payment is not refunded.
        </Notice>
      )}
      <PlanCards
        plans={plans}
        hasGuarantee={!isUsed}
        action={(plan) => (
          <BuyButton
            plan={plan}
            isWanted={plan === wanted}
            isBusy={start.variables?.id === plan.id && (start.isPending || start.isSuccess)}
            onBuy={() => start.mutate(plan)}
          />
        )}
      />
      <p role="status" className="text-center text-small text-muted not-empty:mt-4">
        {start.isSuccess ? 'Taking you to Stripe…' : ''}
      </p>
    </div>
  )
}

interface BuyButtonProps {
  plan: SoldPlan
  /** Chosen before signing in. */
  isWanted: boolean
  isBusy: boolean
  onBuy: () => void
}

const BuyButton = ({ plan, isWanted, isBusy, onBuy }: BuyButtonProps) => {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isWanted) button.current?.focus({ preventScroll: false })
  }, [isWanted])
  return (
    <Button ref={button} variant={plan.isFeatured ? 'primary' : 'outline'} size="lg" isLoading={isBusy} onClick={onBuy}>
      Get {plan.name}
    </Button>
  )
}

const NothingOnSale = () => (
  <div className="surface rounded-2xl">
    <EmptyState icon={<Gem />} title="No plan is on sale right now" description="Every mod can be bought on its own." />
  </div>
)
