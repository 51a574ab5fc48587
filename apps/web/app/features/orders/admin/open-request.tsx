import type { AdminOrder } from '@slipstream/contract/orders-admin'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { type Guard, useDeclineRequest } from './admin-orders.queries.ts'
import { ReasonDialog, ReasonForm } from './reason-dialog.tsx'
import { canBeRefunded, RefundDialog } from './refund-dialog.tsx'

/** A buyer who waits for an answer: refunding grants the request, declining tells why. */
export const OpenRequest = ({ order, guard }: { order: AdminOrder; guard: Guard }) => {
  const request = order.requests.find(({ state }) => state === 'open')
  if (!request) return null
  return (
    <Notice
      tone="warning"
      title={
        <>
          {order.username} asked for a refund, <Moment at={request.createdAt} />
        </>
      }
      actions={
        <>
          <ReasonDialog
            title="Decline the request?"
            description={`${order.username} is told by mail, in your words.`}
            trigger={
              <Button size="sm" variant="outline">
                Decline
              </Button>
            }
          >
            {(close) => <DeclineForm id={order.id} onDone={close} />}
          </ReasonDialog>
          {canBeRefunded(order) && (
            <RefundDialog
              order={order}
              guard={guard}
              trigger={
                <Button size="sm" variant="primary">
                  Grant a refund
                </Button>
              }
            />
          )}
        </>
      }
    >
      <p className="whitespace-pre-line wrap-anywhere">{request.reason}</p>
    </Notice>
  )
}

const DeclineForm = ({ id, onDone }: { id: number; onDone: () => void }) => {
  const decline = useDeclineRequest(id)
  return (
    <ReasonForm
      label="Why not"
      hint="The customer reads this."
      action="Decline the request"
      tone="destructive"
      act={decline}
      onReason={(reason) => decline.mutate(reason, { onSuccess: onDone })}
    />
  )
}
