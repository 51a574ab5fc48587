import type { ComponentProps } from 'react'
import type { AdminOrder } from '@slipstream/contract/orders-admin'
import type { Guard } from '#lib/guard.ts'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { useForm } from '#ui/use-form.ts'
import { orderRules, useDeclineRequest } from './admin-orders.queries.ts'
import { ReasonDialog, ReasonForm } from './reason-dialog.tsx'
import { canBeRefunded, RefundDialog } from './refund-dialog.tsx'

interface OpenRequestProps {
  order: AdminOrder
  guard: Guard
  /** The element that gets the focus when the request is resolved. */
  refuge: string
}

/** An open refund request of the buyer, or a problem that needs an admin's decision. */
export const OpenRequest = ({ order, guard, refuge }: OpenRequestProps) => {
  const request = order.requests.find(({ state }) => state === 'open')
  if (!request) return null
  const words = request.isFromBuyer ? declineWords(order) : CLOSE_WORDS
  return (
    <Notice
      tone="warning"
      title={
        <>
          {words.notice}, <Moment at={request.createdAt} />
        </>
      }
      actions={
        <>
          <ReasonDialog
            title={words.title}
            description={words.description}
            refuge={refuge}
            trigger={
              <Button size="sm" variant="outline">
                {words.trigger}
              </Button>
            }
          >
            {(close) => <DeclineForm id={order.id} words={words.form} onDone={close} />}
          </ReasonDialog>
          {canBeRefunded(order) && (
            <RefundDialog
              order={order}
              guard={guard}
              refuge={refuge}
              trigger={
                <Button size="sm" variant="primary">
                  Issue refund
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

const declineWords = ({ username }: AdminOrder) => ({
  notice: `${username} asked for a refund`,
  trigger: 'Decline',
  title: 'Decline the request?',
  description: `We e-mail your reason to ${username}.`,
  form: {
    label: 'Reason',
    hint: 'The customer reads this.',
    action: 'Decline the request',
    tone: 'destructive' as const,
  },
})

const CLOSE_WORDS = {
  notice: 'Needs a decision',
  trigger: 'Close',
  title: 'Close without a refund?',
  description: 'The store refunds nothing, and no e-mail is sent.',
  form: {
    label: 'Decision',
    hint: 'Recorded in the order’s timeline and the audit log.',
    action: 'Close without a refund',
    tone: 'primary' as const,
  },
}

interface DeclineFormProps {
  id: number
  words: Omit<ComponentProps<typeof ReasonForm>, 'form'>
  onDone: () => void
}

const DeclineForm = ({ id, words, onDone }: DeclineFormProps) => {
  const { mutateAsync } = useDeclineRequest(id)
  const form = useForm({
    initial: { reason: '' },
    schema: orderRules('declineRequest'),
    body: ({ reason }) => ({ reason: reason.trim() }),
    send: mutateAsync,
    onDone,
  })
  return <ReasonForm {...words} form={form} />
}
