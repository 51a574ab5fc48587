import { Card } from '#ui/card.tsx'

/** Every figure has one definition. The dashboard, the reports, the exports and the tests use the same ones. */
const DEFINITIONS = [
  ['gross', 'Gross', 'Prices before any discount: of mods, on the day their order was paid, and of Premium payments.'],
  ['discounts', 'Discounts', 'Sale prices and coupons of the orders paid on that day.'],
  [
    'refunds',
    'Refunds',
    'Refunds and disputes, on the day the money went back. If a refund fails or a dispute is won, the amount is removed from that day again.',
  ],
  [
    'net',
    'Net revenue',
    'Gross minus discounts minus refunds. It equals the ledger to the cent, before Stripe’s fees.',
  ],
  ['orders', 'Orders', 'Orders that were paid for. Free orders do not count.'],
  ['average', 'Average order', 'Gross of mods minus discounts, divided by orders. Without Premium and before refunds.'],
  ['accounts', 'New accounts', 'Accounts that were created, whether they bought something or not.'],
  [
    'new-customers',
    'New customers',
    'Customers who paid for their first order in the period. Free orders do not count.',
  ],
  [
    'returning-customers',
    'Returning customers',
    'Customers who bought in the period and had bought before. Each counts once per period.',
  ],
  ['refund-rate', 'Refund rate', 'Refunds of orders divided by orders, each on its own day.'],
  [
    'visitors',
    'Visitors',
    'Each visitor counts once per day and is recognized by a hash that changes at midnight, without a cookie. A week is the sum of its days. Not counted: bots, admin pages, and browsers that send Do Not Track or Global Privacy Control.',
  ],
  ['views', 'Page views', 'Pages of the store that were opened, counted within a minute or two.'],
  [
    'conversion',
    'Conversion',
    'Orders divided by visitors. Orders come from the ledger, so those of people who are not counted as visitors are included.',
  ],
  [
    'day',
    'Day',
    'From midnight to midnight by the store’s time zone (Settings), with 23 or 25 hours when the clock changes. An unfinished period is compared with the same elapsed part of the one before.',
  ],
] as const

export type DefinitionName = (typeof DEFINITIONS)[number][0]

export const Definitions = () => (
  <Card
    title="What the figures mean"
    description="The dashboard, the reports and the exports use the same definitions."
  >
    <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2 xl:grid-cols-3">
      {DEFINITIONS.map(([name, label, text]) => (
        <div key={name} id={name} className="scroll-mt-6 rounded-sm target:bg-raised">
          <dt className="text-ui font-medium">{label}</dt>
          <dd className="mt-0.5 text-small text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  </Card>
)
