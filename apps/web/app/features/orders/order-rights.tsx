import { type ReactNode, useEffect, useRef } from 'react'
import { REFUND_DECISION_HOURS, REFUND_PROCESSING_BUSINESS_DAYS } from '@slipstream/contract/legal'
import type { Order } from '@slipstream/contract/orders'
import { calendarDay } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { OneFieldForm } from '#ui/one-field-form.tsx'
import { refundRules, useRefundRequest, useWithdraw } from './orders.queries.ts'

/** The ways to get the money back that are still open: withdraw without a reason, or request a refund. */
export const OrderRights = ({ order }: { order: Order }) => {
  const { withdrawal, refundRequest } = order
  if (!withdrawal.isOpen && !refundRequest.latest && !refundRequest.isOpen) return null
  return (
    <section className="surface rounded-2xl p-5 print:hidden">
      <h2 className="text-title">
        {withdrawal.isOpen || refundRequest.isOpen ? 'Do you want your money back?' : 'Your request'}
      </h2>
      {withdrawal.isOpen && refundRequest.isOpen && (
        <p className="mt-2 text-ui text-muted">
          There are two ways: withdraw if you have not downloaded the mod, or tell us what is wrong with it.
        </p>
      )}
      <div className="mt-4 divide-y">
        {withdrawal.isOpen && <Withdrawal order={order} />}
        <RefundRequest order={order} />
      </div>
    </section>
  )
}

const Withdrawal = ({ order }: { order: Order }) => {
  const withdraw = useWithdraw(order.number)
  return (
    <Panel title="Withdraw from contract">
      <p className="text-ui text-muted">
        {order.withdrawal.until && `Until ${calendarDay(order.withdrawal.until)} you`} can get back what you paid for
        mods that you have not downloaded. You don’t need a reason.
      </p>
      <ConfirmDialog
        title={`Withdraw from order ${order.number}?`}
        description="Mods you have not downloaded leave your locker immediately, and their price goes back to your card."
        confirmLabel="Withdraw from contract"
        failureText="The withdrawal failed. Check the order and try again."
        onConfirm={withdraw.mutateAsync}
        trigger={
          <Button variant="outline" className="mt-4 w-full">
            Withdraw from contract
          </Button>
        }
      />
    </Panel>
  )
}

const RefundRequest = ({ order }: { order: Order }) => {
  const { latest, isOpen, until } = order.refundRequest
  if (!latest && !isOpen) return null
  return (
    <Panel title="Request a refund" id="refund">
      {latest && <Latest latest={latest} />}
      {isOpen && latest?.state !== 'open' && <RequestForm number={order.number} until={until} />}
    </Panel>
  )
}

const Latest = ({ latest }: { latest: NonNullable<Order['refundRequest']['latest']> }) => (
  <div className="mb-4 text-ui text-muted last:mb-0" role="status">
    <p>
      {latest.state === 'open' &&
        `You asked on ${calendarDay(latest.createdAt)}. We decide within ${REFUND_DECISION_HOURS} hours and e-mail you.`}
      {latest.state === 'granted' &&
        `Approved. You get your money back within ${REFUND_PROCESSING_BUSINESS_DAYS} business days.`}
      {latest.state === 'declined' && 'Your request was declined.'}
    </p>
    {latest.answer && <p className="mt-2 text-foreground">{latest.answer}</p>}
  </div>
)

const RequestForm = ({ number, until }: { number: string; until: string | null }) => (
  <>
    <p className="mb-4 text-ui text-muted">
      {until && `You can ask until ${calendarDay(until)}. `}We decide within {REFUND_DECISION_HOURS} hours.
    </p>
    <OneFieldForm
      label="Why would you like a refund?"
      action="Request a refund"
      variant="outline"
      act={useRefundRequest(number)}
      name="reason"
      schema={refundRules}
      isWide
    />
  </>
)

const Panel = ({ title, id, children }: { title: string; id?: string; children: ReactNode }) => (
  <section ref={useArrival(id)} id={id} tabIndex={-1} className="scroll-mt-24 py-5 outline-none first:pt-0 last:pb-0">
    <h3 className="mb-2 text-body font-semibold">{title}</h3>
    {children}
  </section>
)

/** The order loads after the page, so the browser cannot scroll to the fragment by itself. */
const useArrival = (id: string | undefined) => {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (id !== undefined && location.hash === `#${id}`) place.current?.focus()
  }, [id])
  return place
}
