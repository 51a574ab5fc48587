import { BadgeDollarSign, Trash2, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { amountText } from '@slipstream/contract/money'
import { isPlanInterval, PLAN_LIMITS, whyNotSold } from '@slipstream/contract/plan-terms'
import type { SubscriptionPlan } from '@slipstream/contract/subscriptions'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { PlanSwitch, PlanText } from './plan-field.tsx'
import { dollarsIn, wholeIn } from './plan-terms.ts'
import { useArchivePlan, usePlans } from './subscriptions.queries.ts'

const COLUMNS = 'lg:grid-cols-[5rem_minmax(12rem,1fr)_8.5rem_8.5rem_5.5rem_5.5rem_6.5rem]'

/** All plans in their order. Every field saves itself. */
export const PlanList = () => {
  const plans = usePlans()
  if (plans.isPending) return <PlanSkeleton />
  if (!plans.data) {
    return (
      <Card>
        <ErrorState
          title="Failed to load plans"
          isTitleRed
          error={plans.error}
          onRetry={() => void plans.refetch()}
          isRetrying={plans.isFetching}
        />
      </Card>
    )
  }
  if (plans.data.length === 0) {
    return (
      <Card isFlush>
        <EmptyState icon={<BadgeDollarSign />} title="No plans yet" description="Create the first one below." />
      </Card>
    )
  }
  return (
    <Card isFlush>
      <div
        className={`hidden gap-x-4 border-b px-5 py-3 text-caption text-muted lg:grid ${COLUMNS}`}
        aria-hidden="true"
      >
        <span>Order</span>
        <span>Name and description</span>
        <span>Price</span>
        <span>Interval</span>
        <span>Active</span>
        <span>Featured</span>
      </div>
      <ul aria-label="Subscription plans" className="divide-y">
        {plans.data.map((plan) => (
          <PlanRow key={plan.id} plan={plan} />
        ))}
      </ul>
    </Card>
  )
}

const PlanRow = ({ plan }: { plan: SubscriptionPlan }) => {
  const { id, name, price, interval } = plan
  const reason = whyNotSold(plan)
  return (
    <li aria-label={name} className="px-4 py-4 md:px-5">
      <div className={`grid grid-cols-2 items-start gap-x-4 gap-y-3 sm:grid-cols-4 ${COLUMNS}`}>
        <Labeled text="Order" className="order-4 lg:order-none">
          <PlanText
            planId={id}
            label={`Sort order of ${name}`}
            inputMode="numeric"
            value={String(plan.sortOrder)}
            read={(text) => {
              const sortOrder = text === '' ? 0 : wholeIn(text)
              return sortOrder === null ? { problem: 'Use a whole number.' } : { sortOrder }
            }}
          />
        </Labeled>
        <div className="order-1 col-span-2 flex flex-col gap-1.5 sm:col-span-4 lg:order-none lg:col-span-1">
          <PlanText
            planId={id}
            label={`Name of ${name}`}
            maxLength={PLAN_LIMITS.name}
            value={name}
            className="[&_input]:font-medium"
            read={(text) => (text === '' ? { problem: 'A plan needs a name.' } : { name: text })}
          />
          <PlanText
            planId={id}
            label={`Description of ${name}`}
            maxLength={PLAN_LIMITS.description}
            value={plan.description}
            read={(description) => ({ description })}
          />
        </div>
        <Labeled text="Price" className="order-2 lg:order-none">
          <PlanText
            planId={id}
            label={`Price of ${name} in US dollars`}
            inputMode="decimal"
            icon="$"
            className="num"
            value={amountText(price)}
            isInvalid={reason !== null && isPlanInterval(interval)}
            read={(text) => {
              const dollars = dollarsIn(text)
              return dollars === null ? { problem: 'Use a price like 6.99.' } : { price: dollars }
            }}
          />
        </Labeled>
        <Labeled text="Interval" className="order-2 lg:order-none">
          <PlanText
            planId={id}
            label={`Interval of ${name}`}
            maxLength={PLAN_LIMITS.interval}
            value={interval}
            isInvalid={!isPlanInterval(interval)}
            read={(typed) => ({ interval: typed })}
          />
        </Labeled>
        <Labeled text="Active" className="order-3 lg:order-none">
          <PlanSwitch
            planId={id}
            label={`${name} is active`}
            isOn={plan.isActive}
            change={(isActive) => ({ isActive })}
          />
        </Labeled>
        <Labeled text="Featured" className="order-3 lg:order-none">
          <PlanSwitch
            planId={id}
            label={`${name} is featured`}
            isOn={plan.isFeatured}
            change={(isFeatured) => ({ isFeatured })}
          />
        </Labeled>
        <div className="order-5 self-end justify-self-end sm:col-span-3 lg:order-none lg:col-span-1 lg:self-auto">
          <DeletePlan plan={plan} />
        </div>
      </div>
      {reason !== null && (
        <p className="mt-3 flex items-start gap-2 text-small">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden="true" />
          <span>
            <strong className="font-semibold">Not sold.</strong> <span className="text-muted">{reason}</span>
          </span>
        </p>
      )}
    </li>
  )
}

/** Narrow screens have no table header to name the columns. */
const Labeled = ({ text, className, children }: { text: string; className: string; children: ReactNode }) => (
  <div className={className}>
    <p className="mb-1 text-caption text-muted lg:hidden" aria-hidden="true">
      {text}
    </p>
    {children}
  </div>
)

const DeletePlan = ({ plan: { id, name } }: { plan: SubscriptionPlan }) => (
  <ConfirmDialog
    title={`Delete ${name}?`}
    description="Nobody can subscribe to it anymore. Running subscriptions continue at their price."
    confirmLabel="Delete"
    failureText={failureText}
    onConfirm={useArchivePlan(id).mutateAsync}
    trigger={
      <Button variant="ghost" size="sm" aria-label={`Delete ${name}`}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
    }
  />
)

const PlanSkeleton = () => (
  <Card>
    <div role="status" aria-label="Loading plans" className="flex flex-col gap-3">
      {Array.from({ length: 3 }, (_, row) => (
        <Skeleton key={row} className="h-18 w-full" />
      ))}
    </div>
  </Card>
)
