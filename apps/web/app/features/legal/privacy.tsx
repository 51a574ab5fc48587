import { MINIMUM_AGE, RETENTION_YEARS, SUPPORT_RESPONSE_HOURS } from '@slipstream/contract/legal'
import { ContactUs } from './contact-us.tsx'
import { LegalPage } from './legal-page.tsx'
import { MailLink, TextLink } from './policy-links.tsx'
import type { PolicyStore } from './policy-store.ts'
import { Collected, Cookies, Processors, Retention } from './privacy-tables.tsx'

export const Privacy = ({ store }: { store: PolicyStore }) => (
  <LegalPage
    path="/privacy"
    summary={`What ${store.storeName} knows about you, why, for how long, and what your rights are.`}
    updatedOn="2026-11-15"
    figures={[
      { value: `${RETENTION_YEARS.purchaseRecords} years`, label: 'purchase records are kept' },
      { value: `${SUPPORT_RESPONSE_HOURS.privacy} hours`, label: 'to answer a privacy question' },
      { value: 'None', label: 'advertising cookies' },
    ]}
    shortVersion={[
      'We collect what we need to run your account, deliver your mods and keep the books.',
      'You pay on Stripe’s page. Card data never reaches this store.',
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
    You enter them on a page hosted by Stripe. They go to Stripe alone, and we never see or store them. Stripe tells us
    that a payment was made, how much it was, and an id that lets us refund it.
  </p>
)

const Rights = ({ contactEmail }: PolicyStore) => (
  <>
    <ul>
      <li>
        <strong>Access:</strong> know what we hold about you, and get a copy.
      </li>
      <li>
        <strong>Correction:</strong> have mistakes corrected. You can change most of it in your{' '}
        <TextLink to="/profile">profile</TextLink>.
      </li>
      <li>
        <strong>Export:</strong> take your data with you in a machine-readable format.
      </li>
      <li>
        <strong>Deletion:</strong> have your account and its data deleted. We keep purchase records as long as tax law
        requires, and use them for nothing else.
      </li>
      <li>
        <strong>Objection:</strong> object to processing based on our legitimate interest, or have it restricted.
      </li>
      <li>
        <strong>Consent:</strong> withdraw it at any time, for the future.
      </li>
      <li>
        <strong>Complaint:</strong> complain to the data protection authority where you live.
      </li>
    </ul>
    <p>
      Write to <MailLink to={contactEmail} />. You hear from us within {SUPPORT_RESPONSE_HOURS.privacy} hours, and it
      costs nothing. We may ask you to prove that the account is yours.
    </p>
  </>
)

const Protection = () => (
  <p>
    Connections are encrypted. Passwords and sign-in tokens are stored only as hashes, so nobody can read them back.
    Only staff who need your data can see it, and every change they make is logged. If a breach ever puts you at risk,
    we will tell you.
  </p>
)

const Children = ({ storeName, contactEmail }: PolicyStore) => (
  <p>
    {storeName} is <strong>not for children under {MINIMUM_AGE}</strong>, and we do not knowingly collect their data. If
    you believe that a child has created an account, write to <MailLink to={contactEmail} /> and we will delete it.
  </p>
)

const Changes = () => (
  <p>
    Yes, when the store changes. The date at the top shows when it last did. If a change matters to you, we e-mail you
    before it takes effect.
  </p>
)
