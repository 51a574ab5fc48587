import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { MySubscription } from '@slipstream/contract/subscriptions-mine'
import { ErrorState } from '#ui/error-state.tsx'
import { BuyPlans } from './buy-plans.tsx'
import { EndedCard } from './ended-card.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { PaymentReturn } from './payment-return.tsx'
import { PlansSkeleton } from './plan-cards.tsx'
import { RefundPanel } from './refund-panel.tsx'
import { StatusCard } from './status-card.tsx'
import { useMySubscription } from './subscribe.queries.ts'

/** What a signed-in user sees in place of the offers for visitors. */
const Membership = ({ receipt }: { receipt?: ReactNode }) => {
  const [params] = useSearchParams()
  // Kept here, because it is removed from the address once the payment has arrived.
  const [transaction] = useState(params.get('transaction'))
  const { data: mine, error, refetch, isFetching } = useMySubscription(true)
  if (mine === undefined) {
    if (!error) return <PlansSkeleton />
    return (
      <div className="surface rounded-2xl">
        <ErrorState
          title="Your subscription could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      {transaction !== null && <PaymentReturn transaction={transaction} />}
      <Current mine={mine} receipt={receipt} />
    </div>
  )
}

const Current = ({ mine, receipt }: { mine: MySubscription | null; receipt?: ReactNode }) => {
  if (mine === null) return <BuyPlans receipt={receipt} />
  if (mine.state === 'ended') {
    return (
      <>
        <EndedCard mine={mine} />
        {mine.refundableUntil !== null && <RefundPanel mine={mine} />}
        <BuyPlans receipt={receipt} />
        <InvoiceList mine={mine} />
      </>
    )
  }
  return (
    <>
      <StatusCard mine={mine} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_380px]">
        <InvoiceList mine={mine} />
        <RefundPanel mine={mine} />
      </div>
    </>
  )
}

export default Membership
