import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StripeStatus } from '@slipstream/contract/reconciliation-webhooks'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import type { Tone } from '#ui/tone-style.ts'
import { type Fact, FactList } from './fact-list.tsx'
import { useStripeStatus } from './webhooks.queries.ts'

/** Whether the store can talk to Stripe, and Stripe to the store. */
export const StripeConnection = () => {
  const { data, error, isFetching, refetch } = useStripeStatus()
  const again = () => void refetch()
  if (error && !data) {
    return (
      <Card>
        <ErrorState
          title="The connection could not be checked."
          error={error}
          onRetry={again}
          isRetrying={isFetching}
        />
      </Card>
    )
  }
  const checkAgain = (
    <Button size="sm" variant="outline" isLoading={isFetching} onClick={again}>
      <RotateCw aria-hidden="true" />
      Check again
    </Button>
  )
  return (
    <>
      <Card title="Account" actions={checkAgain}>
        {data ? <FactList facts={accountFacts(data)} /> : <Loading />}
      </Card>
      <Card title="Webhook endpoint" description="Where Stripe reports payments, refunds, disputes and renewals.">
        {data ? <FactList facts={webhookFacts(data.webhook)} /> : <Loading />}
      </Card>
    </>
  )
}

const Loading = () => (
  <div className="flex flex-col gap-3" aria-busy="true">
    <Skeleton className="h-5" />
    <Skeleton className="h-5" />
    <Skeleton className="h-5" />
  </div>
)

const said = (tone: Tone, text: ReactNode) => <Status tone={tone}>{text}</Status>
const isSet = (isThere: boolean) => (isThere ? said('success', 'Set') : said('destructive', 'Missing'))

const MODES: Record<StripeStatus['mode'], [Tone, string]> = {
  live: ['success', 'Live: real money'],
  test: ['warning', 'Test: no real money moves'],
  none: ['destructive', 'Not connected'],
}

const accountFacts = ({ mode, hasSecretKey, hasWebhookSecret, api }: StripeStatus): Fact[] => [
  { name: 'Mode', value: said(...MODES[mode]), note: 'Follows from the secret key.' },
  {
    name: 'Stripe answers',
    value: api.ok ? said('success', 'Yes, and accepts the key') : said('destructive', 'No'),
    note: api.error,
  },
  { name: 'Secret key', value: isSet(hasSecretKey), note: 'STRIPE_SECRET_KEY in the configuration. Never shown here.' },
  {
    name: 'Webhook secret',
    value: isSet(hasWebhookSecret),
    note: 'STRIPE_WEBHOOK_SECRET in the configuration. Never shown here.',
  },
]

const REGISTERED: Record<StripeStatus['webhook']['registered'], [Tone, string]> = {
  enabled: ['success', 'Yes'],
  disabled: ['destructive', 'Turned off at Stripe'],
  missing: ['destructive', 'No endpoint with this address'],
  unknown: ['neutral', 'Stripe did not say'],
}

const webhookFacts = (webhook: StripeStatus['webhook']): Fact[] => [
  { name: 'Address', value: <code className="font-mono text-small">{webhook.url}</code> },
  {
    name: 'Reachable',
    value: webhook.reachable.ok ? said('success', 'Yes') : said('destructive', 'No'),
    note: webhook.reachable.error ?? 'The store called itself at this address and recognized its own answer.',
  },
  {
    name: 'Registered at Stripe',
    value: said(...REGISTERED[webhook.registered]),
    note:
      webhook.missingTypes.length > 0
        ? `Not sent: ${webhook.missingTypes.join(', ')}. Add these types in Stripe’s dashboard.`
        : 'Changed in Stripe’s dashboard, under Developers, Webhooks.',
  },
  {
    name: 'Last event',
    value: webhook.lastReceived ? <Moment at={webhook.lastReceived.at} /> : 'None yet',
    note: webhook.lastReceived?.type,
  },
  {
    name: 'Not processed yet',
    value: webhook.unhandled,
    note: (
      <Link to="/admin/payments/webhooks" className="underline underline-offset-4">
        Show all events
      </Link>
    ),
  },
]
