import { useState } from 'react'
import { formatUsd } from '@slipstream/contract/money'
import type { SoldPlan } from '@slipstream/contract/subscriptions'
import type { ChangeQuote, MySubscription } from '@slipstream/contract/subscriptions-mine'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { useChangePlan, useChangeQuote } from './change-plan.queries.ts'
import { useSoldPlans } from './subscribe.queries.ts'

/** Changes the plan: choosing one shows the amount, and exactly that amount is confirmed. */
export const ChangePlanDialog = ({ mine }: { mine: MySubscription }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title="Change plan"
      description={`You are on ${mine.planName}, for ${formatUsd(mine.amountCents)} a ${mine.interval}.`}
      size="md"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button variant="outline">Change plan</Button>}
    >
      <Choice mine={mine} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

interface ChoiceProps {
  mine: MySubscription
  onDone: () => void
}

const Choice = ({ mine, onDone }: ChoiceProps) => {
  const offers = useSoldPlans()
  const plans = offers.data?.filter((plan) => !isPresent(plan, mine))
  if (plans === undefined && offers.error) {
    return <Retry title="The plans could not be loaded." onRetry={() => void offers.refetch()} />
  }
  if (plans === undefined) return <Skeleton className="h-32 rounded-xl" />
  if (plans.length === 0) return <p className="text-ui text-muted">There is no other plan on sale right now.</p>
  return <Picker plans={plans} mine={mine} onDone={onDone} />
}

const Picker = ({ plans, mine, onDone }: ChoiceProps & { plans: readonly SoldPlan[] }) => {
  const [chosen, choose] = useState<number | null>(null)
  const quote = useChangeQuote(chosen)
  const change = useChangePlan()
  const shown = quote.isFetching ? undefined : quote.data
  const confirm = async ({ quote: key, plan, timing }: ChangeQuote) => {
    try {
      await change.mutateAsync(key)
      onDone()
      toast({ tone: 'success', title: timing === 'now' ? `You’re on ${plan.planName} now` : 'Your change is planned' })
    } catch {
      // The amount may have changed, and a declined quote cannot be used again.
      await quote.refetch()
    }
  }
  return (
    <div className="flex flex-col gap-5">
      {change.error && <Notice tone="destructive" title={failureText(change.error)} />}
      <Plans
        plans={plans}
        chosen={chosen}
        isBusy={change.isPending}
        onChoose={(id) => {
          change.reset()
          choose(id)
        }}
      />
      <div aria-live="polite" aria-busy={quote.isFetching}>
        <Quoted quote={quote} mine={mine} />
      </div>
      <div className="flex flex-col-reverse gap-2.5 max-md:*:w-full md:flex-row md:justify-end">
        <DialogClose>
          <Button variant="outline">Keep this plan</Button>
        </DialogClose>
        <Button
          variant="primary"
          disabled={!shown}
          isLoading={change.isPending}
          onClick={() => shown && void confirm(shown)}
        >
          {shown?.timing === 'now' ? `Pay ${formatUsd(shown.dueCents)} and change` : 'Change plan'}
        </Button>
      </div>
    </div>
  )
}

const Quoted = ({ quote, mine }: { quote: ReturnType<typeof useChangeQuote>; mine: MySubscription }) => {
  if (quote.isFetching) return <Skeleton className="h-24 rounded-xl" />
  if (quote.error) return <Retry title={failureText(quote.error)} onRetry={() => void quote.refetch()} />
  return quote.data ? <Sum quote={quote.data} mine={mine} /> : null
}

/**
 * Whether the member already has this plan at this price or a lower one. A plan that has become cheaper can be chosen
 * again.
 */
const isPresent = ({ id, price, interval }: SoldPlan, mine: MySubscription) =>
  id === mine.planId && interval === mine.interval && price >= mine.amountCents

interface PlansProps {
  plans: readonly SoldPlan[]
  chosen: number | null
  isBusy: boolean
  onChoose: (id: number) => void
}

const Plans = ({ plans, chosen, isBusy, onChoose }: PlansProps) => (
  <fieldset disabled={isBusy} className="flex flex-col gap-2.5">
    <legend className="sr-only">New plan</legend>
    {plans.map(({ id, name, price, interval }) => (
      <label
        key={id}
        className="flex cursor-pointer items-center gap-3 rounded-xl border border-input/60 px-4 py-3 outline-offset-2 transition-colors hover:border-input has-checked:border-primary has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-ring"
      >
        <input
          type="radio"
          name="plan"
          className="size-4 shrink-0 accent-primary outline-none"
          checked={chosen === id}
          onChange={() => onChoose(id)}
        />
        <span className="min-w-0 flex-1 text-ui font-medium wrap-anywhere">{name}</span>
        <span className="num text-ui text-muted">
          {formatUsd(price)} a {interval}
        </span>
      </label>
    ))}
  </fieldset>
)

const Sum = ({ quote, mine }: { quote: ChangeQuote; mine: MySubscription }) => {
  const { plan, timing, dueCents, creditCents, renewsAt } = quote
  const day = <Moment at={renewsAt} isDay />
  const regular = `${formatUsd(plan.amountCents)} a ${plan.interval}`
  return (
    <dl className="num grid gap-2.5 rounded-xl border p-4 text-ui [&_dd]:shrink-0 [&_dd]:font-medium [&_dt]:text-muted [&>div]:flex [&>div]:justify-between [&>div]:gap-4">
      {timing === 'now' ? (
        <>
          <div>
            <dt>Credit for unused time of {mine.planName}</dt>
            <dd>−{formatUsd(creditCents)}</dd>
          </div>
          <div>
            <dt>Due today</dt>
            <dd>{formatUsd(dueCents)}</dd>
          </div>
          <div>
            <dt>Renews on {day}</dt>
            <dd>{regular}</dd>
          </div>
        </>
      ) : (
        <>
          <div>
            <dt>Due today</dt>
            <dd>Nothing</dd>
          </div>
          <div>
            <dt>You keep {mine.planName} until</dt>
            <dd>{day}</dd>
          </div>
          <div>
            <dt>Then {plan.planName}</dt>
            <dd>{regular}</dd>
          </div>
        </>
      )}
    </dl>
  )
}

const Retry = ({ title, onRetry }: { title: string; onRetry: () => void }) => (
  <Notice
    tone="destructive"
    title={title}
    actions={
      <Button variant="outline" size="sm" onClick={onRetry}>
        Try again
      </Button>
    }
  />
)
