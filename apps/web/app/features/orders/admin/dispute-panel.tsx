import { formatUsd } from '@slipstream/contract/money'
import type { AdminOrder, DisputeEvidence, OrderDispute } from '@slipstream/contract/orders-admin'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import type { Tone } from '#ui/tone-style.ts'
import { useEvidence, useSubmitEvidence } from './admin-orders.queries.ts'

const DISPUTE_WORDS: Record<OrderDispute['state'], { word: string; tone: Tone }> = {
  open: { word: 'Open', tone: 'destructive' },
  won: { word: 'Won', tone: 'success' },
  lost: { word: 'Lost', tone: 'neutral' },
}

/** The disputes of an order and the store's evidence. */
export const DisputePanels = ({ order }: { order: AdminOrder }) =>
  order.disputes.map((dispute) => (
    <Card
      key={dispute.id}
      title={`Dispute over ${formatUsd(dispute.amountCents)}`}
      description={
        <>
          The bank says: {dispute.reason.replaceAll('_', ' ')}. Opened <Moment at={dispute.openedAt} />.
        </>
      }
      actions={<Status tone={DISPUTE_WORDS[dispute.state].tone}>{DISPUTE_WORDS[dispute.state].word}</Status>}
    >
      {dispute.state === 'open' && <Evidence order={order} dispute={dispute} />}
    </Card>
  ))

const Evidence = ({ order, dispute }: { order: AdminOrder; dispute: OrderDispute }) => {
  const evidence = useEvidence(order.id)
  const submission = useSubmitEvidence(order.id)
  const sent = order.timeline.find(({ what, detail }) => what === 'evidence_sent' && detail.stripeId === dispute.id)
  if (evidence.isPending) return <Skeleton className="h-40 rounded-xl" />
  if (evidence.isError) {
    return (
      <ErrorState
        title="The evidence could not be prepared."
        error={evidence.error}
        onRetry={() => void evidence.refetch()}
        isRetrying={evidence.isFetching}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <EvidenceText evidence={evidence.data} />
      {sent ? (
        <p role="status" className="text-ui text-muted">
          Submitted <Moment at={sent.at} />
          {sent.by && ` by ${sent.by}`}. The bank is now deciding.
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <ConfirmDialog
            title="Submit the evidence?"
            description="The bank receives exactly what you see here. You can submit evidence only once."
            confirmLabel="Submit"
            tone="primary"
            failureText={failureText}
            onConfirm={submission.mutateAsync}
            trigger={<Button variant="primary">Submit evidence</Button>}
          />
          {dispute.evidenceDueAt && (
            <p className="text-ui text-muted">
              Submit by <Moment at={dispute.evidenceDueAt} />, or the dispute is lost.
            </p>
          )}
        </div>
      )}
    </div>
  )
}

const EvidenceText = ({ evidence }: { evidence: DisputeEvidence }) => {
  const parts = {
    Customer: [evidence.customerName, evidence.customerEmail].filter(Boolean).join(', '),
    'What was sold': evidence.productDescription,
    'Delivered on': evidence.serviceDate,
    Downloads: evidence.accessActivityLog,
    'Refund policy': evidence.refundPolicy,
    'What happened': evidence.text,
  }
  return (
    <dl aria-label="Evidence" className="divide-y rounded-xl border text-ui">
      {Object.entries(parts).map(([name, text]) => (
        <div key={name} className="grid gap-x-4 px-4 py-2.5 sm:grid-cols-[9rem_1fr]">
          <dt className="text-small text-muted">{name}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
