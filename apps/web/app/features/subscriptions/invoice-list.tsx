import { ExternalLink } from 'lucide-react'
import { formatUsd } from '@slipstream/contract/money'
import type { MySubscription } from '@slipstream/contract/subscriptions-mine'
import { Card } from '#ui/card.tsx'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import type { Tone } from '#ui/tone-style.ts'

type Invoice = MySubscription['invoices'][number]

export const InvoiceList = ({ mine: { invoices } }: { mine: MySubscription }) => (
  <Card id="invoices" title="Invoices" className="scroll-mt-24">
    {invoices.length === 0 ? (
      <p className="text-ui text-muted">No invoices yet.</p>
    ) : (
      <ul className="divide-y">
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </ul>
    )}
  </Card>
)

const InvoiceRow = ({ invoice }: { invoice: Invoice }) => {
  const { word, tone } = stateOf(invoice)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-ui first:pt-0 last:pb-0">
      <span className="min-w-0 flex-1 basis-32">
        <Moment at={invoice.issuedAt} isDay />
        {invoice.number && <span className="num block text-small text-muted wrap-anywhere">{invoice.number}</span>}
      </span>
      <Status tone={tone}>{word}</Status>
      <span className="num w-20 text-right font-medium">{formatUsd(invoice.amountCents)}</span>
      <span className="w-24 text-right max-sm:w-full max-sm:text-left">
        {invoice.url && (
          <a
            href={invoice.url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1.5 rounded-sm py-1 text-muted underline-offset-2 hover:text-foreground hover:underline"
          >
            {invoice.status === 'open' ? 'Pay now' : 'Open'}
            <span className="sr-only">
              {' '}
              the invoice of <Moment at={invoice.issuedAt} isDay />, on Stripe in a new tab
            </span>
            <ExternalLink className="size-3.5" aria-hidden="true" />
          </a>
        )}
      </span>
    </li>
  )
}

const STATES: Record<Invoice['status'], { word: string; tone: Tone }> = {
  paid: { word: 'Paid', tone: 'success' },
  open: { word: 'Not paid', tone: 'destructive' },
  void: { word: 'Withdrawn', tone: 'neutral' },
  uncollectible: { word: 'Not paid', tone: 'neutral' },
}

const stateOf = ({ status, refundedCents, amountCents }: Invoice): { word: string; tone: Tone } => {
  if (refundedCents === 0) return STATES[status]
  return { word: refundedCents < amountCents ? 'Partly refunded' : 'Refunded', tone: 'neutral' }
}
