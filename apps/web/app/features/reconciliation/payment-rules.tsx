import {
  PAYMENT_PAGE_HOURS,
  REFUND_REQUEST_DAYS,
  SUBSCRIPTION_GRACE_DAYS,
  SUBSCRIPTION_MONEY_BACK_DAYS,
  WITHDRAWAL_DAYS,
} from '@slipstream/contract/legal'
import type { AdminSettings } from '@slipstream/contract/settings-admin'
import { plural } from '#lib/counts.ts'
import { Link, type PageAddress } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Notice } from '#ui/notice.tsx'
import { Status } from '#ui/status.tsx'
import { type Fact, FactList } from './fact-list.tsx'
import { useSettingValues, useStripeStatus } from './webhooks.queries.ts'

const linkTo = (to: PageAddress, text: string) => (
  <Link to={to} className="underline underline-offset-4">
    {text}
  </Link>
)
const IN_SETTINGS = <>Changed in {linkTo('/admin/settings', 'Settings')}.</>
const PROMISED = 'Fixed: the published policies promise it.'
const days = (count: number) => plural(count, 'day')

const FIXED: readonly Fact[] = [
  { name: 'Currency', value: 'US dollars (USD)', note: 'Fixed: every price is in US dollars.' },
  { name: 'Payment methods', value: 'Cards, on Stripe’s own page', note: 'Fixed: a card pays at once or not at all.' },
  {
    name: 'Time to pay',
    value: plural(PAYMENT_PAGE_HOURS, 'hour'),
    note: 'Fixed: then the payment page closes and the order is canceled.',
  },
  { name: 'Refund requests', value: `${days(REFUND_REQUEST_DAYS)} after the purchase`, note: PROMISED },
  {
    name: 'Withdrawal',
    value: `${days(WITHDRAWAL_DAYS)}, or until delivery if the buyer agreed to it`,
    note: PROMISED,
  },
]

/** The rules for every payment, and where to change each of them. */
export const PaymentRules = () => {
  const { data, error } = useSettingValues()
  return (
    <>
      {error && (
        <Notice tone="destructive" title="The settings could not be loaded.">
          {failureText(error)}
        </Notice>
      )}
      <Card title="What applies to every payment">
        <FactList facts={[...FIXED, ...(data ? chosenFacts(data.values) : [])]} />
      </Card>
    </>
  )
}

const RENEWALS: Record<AdminSettings['values']['renewals'], string> = {
  'one-click': 'Owners renew with a click',
  'ask-support': 'Owners ask support',
}

type Values = AdminSettings['values']

const downloadFacts = ({ downloadWindowDays, renewals }: Pick<Values, 'downloadWindowDays' | 'renewals'>): Fact[] =>
  downloadWindowDays === 0
    ? [{ name: 'Downloads', value: 'Do not expire', note: IN_SETTINGS }]
    : [
        { name: 'Downloads', value: `${days(downloadWindowDays)} after the purchase`, note: IN_SETTINGS },
        { name: 'After that', value: RENEWALS[renewals], note: IN_SETTINGS },
      ]

const chosenFacts = ({ sellerName, ...values }: Values): Fact[] => [
  ...downloadFacts(values),
  {
    name: 'Seller on invoices',
    value: sellerName === '' ? <Status tone="warning">Not set</Status> : sellerName,
    note: IN_SETTINGS,
  },
]

const PORTAL = {
  true: <Status tone="success">Ready</Status>,
  false: <Status tone="warning">No default portal at Stripe</Status>,
  null: <Status tone="neutral">Stripe did not say</Status>,
}

/** The rules for subscriptions, and where to change each of them. */
export const SubscriptionRules = () => {
  const { data, error } = useStripeStatus()
  const portal = data ? PORTAL[`${data.hasPortal}`] : error ? PORTAL.null : 'Checking…'
  const facts: Fact[] = [
    {
      name: 'Plans and prices',
      value: linkTo('/admin/subscriptions/plans', 'Subscription plans'),
      note: 'A new price applies to new members.',
    },
    {
      name: 'Grace after a failed renewal',
      value: days(SUBSCRIPTION_GRACE_DAYS),
      note: 'Fixed: members keep Premium that long while Stripe tries their card again, and get three e-mails.',
    },
    { name: 'Money back', value: `${days(SUBSCRIPTION_MONEY_BACK_DAYS)} after the first payment`, note: PROMISED },
    {
      name: 'Stripe’s page for changing a card',
      value: portal,
      note: 'Changed in Stripe’s dashboard, under Settings, Billing, Customer portal. Members replace a card there.',
    },
    {
      name: 'Retries of a failed card',
      value: 'Stripe decides when',
      note: 'Changed in Stripe’s dashboard, under Settings, Billing. They end with the grace period at the latest.',
    },
    {
      name: 'Failing right now',
      value: linkTo('/admin/subscriptions/recent', 'Recent subscriptions'),
    },
  ]
  return (
    <Card title="What applies to subscriptions">
      <FactList facts={facts} />
    </Card>
  )
}
