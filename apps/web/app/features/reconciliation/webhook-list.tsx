import { RotateCw, Webhook } from 'lucide-react'
import { useMemo } from 'react'
import type { WebhookEvent } from '@slipstream/contract/reconciliation-webhooks'
import { EVENT_STATES, EVENT_TYPES, type EventState, type EventType } from '@slipstream/contract/webhook-events'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { FilterBar } from '#ui/filter-bar.tsx'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import type { Column } from '#ui/table.tsx'
import type { Tone } from '#ui/tone-style.ts'
import { useFilters } from '#ui/use-filters.ts'
import { WebhookPayload } from './webhook-payload.tsx'
import { useReplay, useWebhooks, WEBHOOKS_AT_A_TIME, type WebhookFilters } from './webhooks.queries.ts'

const STATES: Record<EventState, { label: string; tone: Tone }> = {
  handled: { label: 'Processed', tone: 'success' },
  waiting: { label: 'Waiting', tone: 'neutral' },
  failing: { label: 'Failing', tone: 'destructive' },
}

/** The events from Stripe that the store still has, newest first. */
export const WebhookList = () => {
  const filters = useFilters(['q', 'type', 'state'])
  const { q, type, state } = filters.values
  const query = useMemo(() => queryOf({ q, type, state }), [q, type, state])
  const { list, items } = useWebhooks(query)
  const isNarrowed = Object.keys(query).length > 0
  return (
    <div className="flex flex-col gap-4">
      <FilterBar
        filters={filters}
        search={{ name: 'q', label: 'Search events', placeholder: 'Event, order or payment', maxLength: 80 }}
        selects={[
          {
            name: 'state',
            label: 'Result',
            any: 'Any result',
            options: EVENT_STATES.map((value) => ({ value, label: STATES[value].label })),
          },
          {
            name: 'type',
            label: 'Type',
            any: 'Any type',
            options: EVENT_TYPES.map((value) => ({ value, label: value })),
          },
        ]}
        isPending={list.isPlaceholderData}
      />
      <DataTable
        caption="Events from Stripe"
        query={list}
        failure="The events could not be loaded."
        columns={COLUMNS}
        rows={items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon={<Webhook />}
            title={isNarrowed ? 'No events match these filters' : 'No events yet'}
            description={
              isNarrowed
                ? 'Search for a whole id: of an event, an order, or the payment of an order.'
                : 'Stripe reports payments, refunds, disputes and renewals here.'
            }
          />
        }
        step={WEBHOOKS_AT_A_TIME}
      />
    </div>
  )
}

const isOneOf = <Value extends string>(values: readonly Value[], value: string): value is Value =>
  (values as readonly string[]).includes(value)

/** Parses the filters in the URL and ignores invalid values. */
const queryOf = ({ q, type, state }: Record<'q' | 'type' | 'state', string>): WebhookFilters => ({
  ...(q.trim() && { q: q.trim() }),
  ...(isOneOf<EventType>(EVENT_TYPES, type) && { type }),
  ...(isOneOf<EventState>(EVENT_STATES, state) && { state }),
})

const COLUMNS: readonly Column<WebhookEvent>[] = [
  {
    key: 'event',
    header: 'Event',
    card: 'title',
    cell: (event) => (
      <span className="block py-1.5">
        <WebhookPayload event={event} />
        <code className="block font-mono text-small font-normal wrap-anywhere text-muted">{event.id}</code>
        {event.error && (
          <span className="block text-small font-normal wrap-anywhere text-destructive">{event.error}</span>
        )}
      </span>
    ),
  },
  {
    key: 'state',
    header: 'Result',
    card: 'status',
    cell: ({ state }) => <Status tone={STATES[state].tone}>{STATES[state].label}</Status>,
  },
  {
    key: 'order',
    header: 'Order',
    card: 'labeled',
    cell: ({ order }) =>
      order ? (
        <Link to={`/admin/orders?order=${order.number}`} className="num underline underline-offset-4">
          {order.number}
        </Link>
      ) : (
        <span className="text-subtle">–</span>
      ),
  },
  { key: 'attempts', header: 'Attempts', isNumeric: true, card: 'labeled', cell: ({ attempts }) => attempts },
  { key: 'received', header: 'Received', card: 'labeled', cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
  {
    key: 'replay',
    header: 'Replay',
    isHeaderHidden: true,
    card: 'action',
    cell: (event) => <ReplayButton event={event} />,
  },
]

const ReplayButton = ({ event: { id, type } }: { event: WebhookEvent }) => {
  const replay = useReplay()
  return (
    <ConfirmDialog
      title={`Replay ${type}?`}
      description="The worker reads the payment or subscription at Stripe again and applies what differs. What was done already stays as it is."
      confirmLabel="Replay"
      tone="primary"
      failureText={failureText}
      onConfirm={() => replay.mutateAsync(id)}
      trigger={
        <Button size="sm" variant="outline" aria-label={`Replay ${id}`}>
          <RotateCw aria-hidden="true" />
          <span className="max-md:sr-only">Replay</span>
        </Button>
      }
    />
  )
}
