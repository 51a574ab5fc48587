import { Lock, ReceiptText, RefreshCw, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { SUBSCRIPTION_MONEY_BACK_DAYS } from '@slipstream/contract/legal'
import { formatUsd } from '@slipstream/contract/money'
import type { SoldPlan } from '@slipstream/contract/subscriptions'
import { cx } from '#ui/cx.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { comparison } from './plan-words.ts'

const PROMISES = [
  { Icon: Lock, text: 'You pay on Stripe’s secure page' },
  { Icon: RefreshCw, text: 'Renews until you cancel' },
  { Icon: ReceiptText, text: 'Prices include tax' },
]

interface PlanCardsProps {
  plans: readonly SoldPlan[]
  /** The button of a plan; only the featured one is filled. */
  action: (plan: SoldPlan) => ReactNode
  /** False for a person who has used the money-back guarantee. */
  hasGuarantee?: boolean
}

export const PlanCards = ({ plans, action, hasGuarantee = true }: PlanCardsProps) => (
  <>
    <ul className={cx('grid items-end gap-6 md:gap-5', COLUMNS[Math.min(plans.length, 3)])}>
      {plans.map((plan) => (
        <PlanCard key={plan.id} plan={plan} plans={plans} action={action(plan)} hasGuarantee={hasGuarantee} />
      ))}
    </ul>
    <ul className="mt-6 flex flex-wrap justify-center gap-x-7 gap-y-2.5 text-small text-muted">
      {PROMISES.map(({ Icon, text }) => (
        <li key={text} className="flex items-center gap-2">
          <Icon className="size-4" aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  </>
)

const COLUMNS: Record<number, string> = {
  1: 'mx-auto max-w-[460px]',
  2: 'md:mx-auto md:max-w-[920px] md:grid-cols-2',
  3: 'md:grid-cols-3',
}

interface PlanCardProps {
  plan: SoldPlan
  plans: readonly SoldPlan[]
  action: ReactNode
  hasGuarantee: boolean
}

/** On a phone the featured plan comes first. */
const PlanCard = ({ plan, plans, action, hasGuarantee }: PlanCardProps) => (
  <li
    className={cx(
      'surface relative flex flex-col rounded-2xl p-6',
      plan.isFeatured && 'border-primary! max-md:order-first md:px-7 md:pt-9 md:pb-8',
    )}
  >
    {plan.isFeatured && (
      <span className="absolute -top-3 left-6 flex h-6 items-center rounded-full bg-primary px-2.5 text-caption font-semibold text-primary-foreground md:left-7">
        Our pick
      </span>
    )}
    <h2 className="text-base font-semibold wrap-anywhere">{plan.name}</h2>
    {plan.description && <p className="mt-1.5 text-ui text-muted wrap-anywhere">{plan.description}</p>}
    <p className="num mt-5 text-body">
      <span className="display text-[40px]">{formatUsd(plan.price)}</span>
      <span className="text-muted"> / {plan.interval}</span>
    </p>
    <p className={cx('num mt-1.5 text-small', !plan.isFeatured && 'text-muted')}>{comparison(plan, plans)}</p>
    <div className="mt-5 *:w-full">{action}</div>
    {hasGuarantee && (
      <p className="mt-3 flex items-center justify-center gap-1.5 text-caption text-muted">
        <ShieldCheck className="size-3.5" aria-hidden="true" />
        {SUBSCRIPTION_MONEY_BACK_DAYS}-day money-back
      </p>
    )}
  </li>
)

export const PlansSkeleton = () => (
  <div role="status" aria-label="Loading" className="grid items-end gap-6 md:grid-cols-3 md:gap-5">
    {[0, 1, 2].map((key) => (
      <Skeleton key={key} className={cx('h-[272px] rounded-2xl', key === 1 && 'md:h-[298px]')} />
    ))}
  </div>
)

/** In place of the plans while they load, or when they could not be loaded. */
export const PlansPending = ({
  query,
}: {
  query: { error: Error | null; refetch: () => unknown; isFetching: boolean }
}) => {
  if (!query.error) return <PlansSkeleton />
  return (
    <div className="surface rounded-2xl">
      <ErrorState
        title="The plans could not be loaded."
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    </div>
  )
}
