import {
  REFUND_DECISION_HOURS,
  REFUND_PROCESSING_BUSINESS_DAYS,
  REFUND_REQUEST_DAYS,
  SUBSCRIPTION_MONEY_BACK_DAYS,
  SUPPORT_RESPONSE_HOURS,
  WITHDRAWAL_DAYS,
} from '@slipstream/contract/legal'
import type { PolicyStore } from './policy-store.ts'
import { ContactUs } from './contact-us.tsx'
import { LegalPage } from './legal-page.tsx'
import { MailLink, TextLink } from './policy-links.tsx'

export const RefundPolicy = ({ store }: { store: PolicyStore }) => (
  <LegalPage
    path="/refund-policy"
    summary={`When ${store.storeName} refunds your money, how to request it, and how long each step takes.`}
    updatedOn="2026-11-15"
    figures={[
      { value: `${REFUND_REQUEST_DAYS} days`, label: 'to ask for a refund' },
      { value: `${REFUND_DECISION_HOURS} hours`, label: 'until we decide' },
      { value: `${SUBSCRIPTION_MONEY_BACK_DAYS} days`, label: 'money back on a subscription' },
    ]}
    shortVersion={[
      `Ask within ${REFUND_REQUEST_DAYS} days of buying a mod. One sentence about the reason is enough.`,
      `An approved refund is processed in ${REFUND_PROCESSING_BUSINESS_DAYS} business days, to the card you paid with.`,
      `A subscription is refunded in full within its first ${SUBSCRIPTION_MONEY_BACK_DAYS} days.`,
      'A refunded mod leaves your locker, and the license to use it ends.',
    ]}
    sections={[
      { id: 'mods', title: 'When can I get a refund for a mod?', body: <RefundOfMods /> },
      { id: 'how', title: 'How do I ask?', body: <HowToAsk {...store} /> },
      { id: 'times', title: 'How long does it take?', body: <Times /> },
      { id: 'subscription', title: 'What about a subscription?', body: <RefundOfSubscription /> },
      { id: 'license', title: 'What happens to my license afterwards?', body: <LicenseAfterwards /> },
      { id: 'links', title: 'What if only my download link has run out?', body: <ExpiredLinks {...store} /> },
      { id: 'withdrawal', title: 'Is this the same as the right of withdrawal?', body: <Withdrawal /> },
      { id: 'premium', title: 'Do Premium members go first?', body: <PremiumPriority /> },
      { id: 'disputes', title: 'What if I go to my bank instead?', body: <Disputes /> },
      { id: 'contact', title: 'Where can I ask?', body: <ContactUs contactEmail={store.contactEmail} /> },
    ]}
  />
)

const RefundOfMods = () => (
  <>
    <p>
      You can request a refund within <strong>{REFUND_REQUEST_DAYS} days</strong> of buying a mod. We approve it when:
    </p>
    <ul>
      <li>the mod does not work as its page says, and we cannot fix it soon;</li>
      <li>you bought it by mistake, or twice, and have not downloaded it;</li>
      <li>it never reached your locker;</li>
      <li>its page promised something that the mod does not have.</li>
    </ul>
    <p>
      In other cases we look at what happened and try to be fair. We may say no when a mod was used for most of that
      time without a problem, when refunds are asked for again and again, or when the copy was passed on to others. If
      we say no, we tell you why.
    </p>
    <p>
      A faulty mod is different from a change of mind. The rights the law gives you when digital content is faulty last
      longer than {REFUND_REQUEST_DAYS} days, and this policy takes nothing away from them.
    </p>
  </>
)

const HowToAsk = ({ contactEmail }: PolicyStore) => (
  <>
    <ol>
      <li>
        Open <TextLink to="/mod-locker">My Purchases</TextLink> and choose the order.
      </li>
      <li>Pick “Request refund” and tell us in a sentence what went wrong.</li>
      <li>Wait for our e-mail. You can follow the request in the same place.</li>
    </ol>
    <p>
      If you cannot sign in, write to <MailLink to={contactEmail} /> and give your order number. You can ask for the
      whole order or for one mod of it.
    </p>
  </>
)

const Times = () => (
  <>
    <ol>
      <li>
        <strong>First answer:</strong> within {SUPPORT_RESPONSE_HOURS.refunds} hours of your request.
      </li>
      <li>
        <strong>Decision:</strong> in {REFUND_DECISION_HOURS} hours.
      </li>
      <li>
        <strong>Processing:</strong> in {REFUND_PROCESSING_BUSINESS_DAYS} business days after approval.
      </li>
    </ol>
    <p>
      The money goes back the way it came, through Stripe to the card you paid with. Your bank may take a few days more
      to show it. We refund what you actually paid, after discounts and coupons, and charge no fee.
    </p>
  </>
)

const RefundOfSubscription = () => (
  <>
    <p>
      You get a <strong>full refund within the first {SUBSCRIPTION_MONEY_BACK_DAYS} days</strong> of a subscription, on
      the <TextLink to="/subscribe">subscription page</TextLink>, once per person. You don’t need a reason. Premium ends
      immediately, and so does access to the mods that came with it.
    </p>
    <p>
      After that you can cancel any time. You keep Premium until the period you paid for is over, and nothing more is
      charged. Renewals are not refunded in part, unless the law says otherwise or the mistake was ours.
    </p>
  </>
)

const LicenseAfterwards = () => (
  <>
    <p>
      A refund ends the license. The mod leaves <TextLink to="/mod-locker">My Purchases</TextLink>, its download links
      stop working, and you must delete the copies you have made.
    </p>
    <p>If only one mod of an order is refunded, the others stay yours. You are free to buy the mod again later.</p>
  </>
)

const ExpiredLinks = ({ downloadWindowDays: days, renewals }: PolicyStore) => {
  const locker = <TextLink to="/mod-locker">My Purchases</TextLink>
  if (days === 0) return <p>Re-download links in {locker} are free and do not run out.</p>
  return (
    <p>
      Then you need no refund. Re-download links are free for {days} days. When they run out,{' '}
      {renewals === 'one-click' ? (
        <>
          one click on “Renew link” in {locker} opens the next {days} days, at no charge.
        </>
      ) : (
        `our support team opens the next ${days} days for you, at no charge.`
      )}
    </p>
  )
}

const Withdrawal = () => (
  <p>
    No. The right of withdrawal is a right by law for consumers in the European Union. It runs for {WITHDRAWAL_DAYS}{' '}
    days and ends with delivery if you asked for immediate delivery and agreed to that. This refund policy is our own
    promise on top of it and applies in every country. The <TextLink to="/terms#withdrawal">Terms of Service</TextLink>{' '}
    explain how to withdraw.
  </p>
)

const PremiumPriority = () => (
  <p>
    Yes. Premium members have <strong>priority support</strong>: their messages, including refund requests, go to the
    front of the queue. The times on this page apply to everyone, with or without Premium.
  </p>
)

const Disputes = () => (
  <p>
    Please write to us first; it is quicker. While a bank looks into a disputed payment we cannot refund it a second
    time. If the bank decides for you, the money goes back and the license ends, just like with a refund.
  </p>
)
