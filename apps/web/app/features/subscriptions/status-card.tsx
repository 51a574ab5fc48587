import { CreditCard, Gem } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MySubscription } from '@slipstream/contract/subscriptions-mine'
import { formatUsd } from '@slipstream/contract/money'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { useWithdrawChange } from './change-plan.queries.ts'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { CancelDialog, LeaveReason } from './cancel-dialog.tsx'
import { useCancel, usePortal, useResume } from './membership.queries.ts'
import { StateBadge } from './state-badge.tsx'

/** A running subscription: its state, what happens next, and what the member can do. */
export const StatusCard = ({ mine }: { mine: MySubscription }) => {
  const portal = usePortal()
  const resume = useResume()
  const cancel = useCancel()
  const withdraw = useWithdrawChange()
  const failure = portal.error ?? resume.error ?? withdraw.error
  const isLeaving = portal.isPending || portal.isSuccess
  return (
    <section aria-labelledby="status" className="surface rounded-2xl border-premium/40! p-5 md:p-7">
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Gem className="size-5 text-premium" aria-hidden="true" />
            <h2 id="status" className="text-title wrap-anywhere">
              {mine.planName}
            </h2>
            <StateBadge mine={mine} />
          </div>
          <div className="mt-3 text-body text-muted [&_b]:font-medium [&_b]:text-foreground">
            <NextStep mine={mine} />
          </div>
          <dl className="mt-6 grid grid-cols-2 gap-x-10 gap-y-4 md:flex md:flex-wrap">
            <Fact name="Member since">
              <Moment at={mine.startedAt} isDay />
            </Fact>
            <Fact name="Price">
              {formatUsd(mine.amountCents)} a {mine.interval}
            </Fact>
            <Fact name="Card">{mine.card ? `Ends in ${mine.card.last4}` : 'No card'}</Fact>
          </dl>
        </div>
        <div className="flex flex-col gap-2 md:w-52">
          {mine.state === 'ending' && (
            <Button variant="primary" isLoading={resume.isPending} onClick={() => resume.mutate()}>
              Keep Premium
            </Button>
          )}
          <PlanChange mine={mine} withdraw={withdraw} />
          <Button
            variant={mine.state === 'past_due' ? 'primary' : 'outline'}
            isLoading={isLeaving}
            onClick={() => portal.mutate()}
          >
            <CreditCard aria-hidden="true" />
            {mine.state === 'past_due' ? 'Update card' : 'Change card'}
          </Button>
          {mine.state !== 'ending' && <CancelDialog mine={mine} cancel={cancel} />}
          <p className="text-center text-caption text-muted">
            Stripe stores your card. You change it on Stripe’s page.
          </p>
        </div>
      </div>
      {failure && <Notice tone="destructive" title={failureText(failure)} className="mt-5" />}
      {cancel.isSuccess && mine.state === 'ending' && <LeaveReason cancel={cancel} />}
    </section>
  )
}

/** Lets the member choose another plan or undo that choice. */
const PlanChange = ({ mine, withdraw }: { mine: MySubscription; withdraw: ReturnType<typeof useWithdrawChange> }) => {
  if (mine.change === 'planned') {
    return (
      <Button variant="outline" isLoading={withdraw.isPending} onClick={() => withdraw.mutate()}>
        Keep this plan
      </Button>
    )
  }
  const isOffered = mine.state === 'active' && mine.change === null && mine.nextPlan === null
  return isOffered ? <ChangePlanDialog mine={mine} /> : null
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-caption text-muted">{name}</dt>
    <dd className="num mt-0.5 text-ui font-medium">{children}</dd>
  </div>
)

const NextStep = ({ mine }: { mine: MySubscription }) => {
  if (mine.state === 'past_due') return <FailedPayment mine={mine} />
  if (mine.state !== 'ending') return <Renewal mine={mine} />
  return (
    <>
      <p>
        You canceled. Premium stays on until{' '}
        <b>
          <End mine={mine} />
        </b>
        , and nothing more is charged.
      </p>
      <p>Then the included mods leave your locker. Mods you bought stay.</p>
    </>
  )
}

const Renewal = ({ mine: { renewsAt, amountCents, nextPlan, change } }: { mine: MySubscription }) => {
  if (change === 'requested' || change === 'withdrawing') {
    return <p role="status">Your plan change is in progress. This takes a moment.</p>
  }
  if (renewsAt === null) return null
  const day = (
    <b>
      <Moment at={renewsAt} isDay />
    </b>
  )
  return nextPlan ? (
    <p>
      Changes to <b>{nextPlan.planName}</b> on {day}, for <b>{formatUsd(nextPlan.amountCents)}</b> a {nextPlan.interval}
      .
    </p>
  ) : (
    <p>
      Renews on {day} for <b>{formatUsd(amountCents)}</b>.
    </p>
  )
}

const FailedPayment = ({ mine }: { mine: MySubscription }) => {
  const { openInvoice } = mine
  return (
    <>
      <p>
        Your renewal{openInvoice && ` of ${formatUsd(openInvoice.amountCents)}`} could not be paid. Premium stays on
        until{' '}
        <b>
          <End mine={mine} />
        </b>
        .
      </p>
      <p>
        {openInvoice?.nextAttemptAt ? (
          <>
            We try your card again on <Moment at={openInvoice.nextAttemptAt} isDay />. A new card is charged at once.
          </>
        ) : (
          'We can’t try this card again. Add another one, and it is charged at once.'
        )}
      </p>
      {openInvoice?.url && (
        <p className="mt-1">
          <a href={openInvoice.url} className="text-foreground underline underline-offset-2">
            Pay the open invoice on Stripe
          </a>
        </p>
      )}
    </>
  )
}

const End = ({ mine: { endsAt } }: { mine: MySubscription }) => (endsAt === null ? null : <Moment at={endsAt} />)
