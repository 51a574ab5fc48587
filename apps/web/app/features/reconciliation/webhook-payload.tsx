import { useState } from 'react'
import type { WebhookEvent } from '@slipstream/contract/reconciliation-webhooks'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { usePayload } from './webhooks.queries.ts'

/** The event type as a button that opens the payload, which is then fetched from Stripe. */
export const WebhookPayload = ({ event: { id, type } }: { event: WebhookEvent }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title={type}
      description="Read from Stripe just now, without the customer’s data. The store itself keeps no payloads."
      size="lg"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          aria-label={`${type}: show payload of ${id}`}
          className="rounded-sm text-left wrap-anywhere underline underline-offset-4"
        >
          {type}
        </button>
      }
    >
      <Content id={id} isOpen={isOpen} />
    </Dialog>
  )
}

const Content = ({ id, isOpen }: { id: string; isOpen: boolean }) => {
  const { data, error, isFetching, refetch } = usePayload(id, isOpen)
  if (error) {
    return (
      <ErrorState
        title="The payload could not be read."
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!data) return <Spinner label="Reading the payload" />
  if (data.payload === null) {
    return (
      <Notice tone="info" title="Stripe no longer has this event">
        Stripe keeps events for 30 days.
      </Notice>
    )
  }
  return (
    <pre
      // Focusable, so that a keyboard can scroll it.
      tabIndex={0}
      role="region"
      aria-label="Payload"
      className="max-h-[60dvh] overflow-auto rounded-lg border bg-background p-3 font-mono text-small"
    >
      {data.payload}
    </pre>
  )
}
