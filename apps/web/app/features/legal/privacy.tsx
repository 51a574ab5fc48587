import { MINIMUM_AGE, RETENTION_YEARS, SUPPORT_RESPONSE_HOURS } from '@slipstream/contract/legal'
import { ContactUs } from './contact-us.tsx'
import { LegalPage } from './legal-page.tsx'
import { MailLink, TextLink } from './policy-links.tsx'
import type { PolicyStore } from './policy-store.ts'
import { Collected, Cookies, Processors, Retention } from './privacy-tables.tsx'

export const Privacy = ({ store }: { store: PolicyStore }) => (
  <LegalPage
    path="/privacy"
    summary={`What ${store.storeName} knows about you, why, for how long, and what you can do about it.`}
    updatedOn="2026-11-15"
    figures={[
      { value: `${RETENTION_YEARS.purchaseRecords} years`, label: 'purchase records are kept' },
      { value: `${SUPPORT_RESPONSE_HOURS.privacy} hours`, label: 'to answer a privacy question' },
      { value: 'None', label: 'advertising cookies' },
    ]}
    shortVersion={[
      'We collect what we need to run your account, deliver your mods and keep the books.',
      'You pay on a page of Stripe. Card data never reaches this store.',
      'We use only the cookies and browser storage that the store cannot work without.',
      'You can see, correct, export and delete your data. One message is enough.',
    ]}
    sections={[
      { id: 'controller', title: 'Who is responsible for your data?', body: <Controller {...store} /> },
      { id: 'data', title: 'What is collected, and why?', body: <Collected /> },
      { id: 'payments', title: 'What happens to my card details?', body: <Payments /> },
      { id: 'processors', title: 'Who works with the data for us?', body: <Processors /> },
      { id: 'retention', title: 'How long is it kept?', body: <Retention /> },
      { id: 'rights', title: 'What are my rights?', body: <Rights {...store} /> },
      { id: 'cookies', title: 'Which cookies are used?', body: <Cookies /> },
      { id: 'security', title: 'How is it protected?', body: <Protection /> },
      { id: 'children', title: 'May children use the store?', body: <Children {...store} /> },
      { id: 'changes', title: 'Can this policy change?', body: <Changes /> },
      { id: 'contact', title: 'Where can I ask?', body: <ContactUs contactEmail={store.contactEmail} /> },
    ]}
  />
)

const Controller = ({ storeName, contactEmail }: PolicyStore) => (
  <p>
    The seller of {storeName}, whose name and address are on every invoice. For anything about your data, write to{' '}
    <MailLink to={contactEmail} />.
  </p>
)

const Payments = () => (
  <p>
    You type them into a page of Stripe, on Stripe’s own address. They go to Stripe alone, and we never see or store
    them. Stripe tells us that a payment was made, how much it was, and a number by which we can refund it.
  </p>
)

const Rights = ({ contactEmail }: PolicyStore) => (
  <>
    <ul>
      <li>
        <strong>Access:</strong> know what we hold about you, and get a copy.
      </li>
      <li>
        <strong>Correction:</strong> have what is wrong put right. Most of it you can change in your{' '}
        <TextLink to="/profile">profile</TextLink>.
      </li>
      <li>
        <strong>Export:</strong> take your data with you in a form that programs can read.
      </li>
      <li>
        <strong>Deletion:</strong> have your account and its data deleted. Purchase records stay as long as tax law
        asks, and serve nothing else.
      </li>
      <li>
        <strong>Objection:</strong> object to what rests on our legitimate interest, or have its use restricted.
      </li>
      <li>
        <strong>Consent:</strong> take it back at any time, for the future.
      </li>
      <li>
        <strong>Complaint:</strong> complain to the data protection authority where you live.
      </li>
    </ul>
    <p>
      Write to <MailLink to={contactEmail} />. You hear from us within {SUPPORT_RESPONSE_HOURS.privacy} hours, and it
      costs nothing. We may ask for a proof that the account is yours.
    </p>
  </>
)

const Protection = () => (
  <p>
    Connections are encrypted. Passwords and sign-in tokens are stored only as hashes, so nobody can read them back.
    Only the staff who need your data can see it, and what they change is logged. If a breach ever puts you at risk, we
    tell you.
  </p>
)

const Children = ({ storeName, contactEmail }: PolicyStore) => (
  <p>
    {storeName} is <strong>not for children under {MINIMUM_AGE}</strong>, and we do not knowingly collect their data. If
    you believe that a child has made an account, write to <MailLink to={contactEmail} /> and we delete it.
  </p>
)

const Changes = () => (
  <p>
    Yes, when the store changes. The date at the top tells when it last did. If a change matters to you, we mail you
    before it takes effect.
  </p>
)
