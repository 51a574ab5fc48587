import { SUPPORT_RESPONSE_HOURS } from '@slipstream/contract/legal'
import { FactList } from './fact-list.tsx'
import { MailLink } from './policy-links.tsx'

/** The last section of every policy: the contact address and the response times. */
export const ContactUs = ({ contactEmail }: { contactEmail: string }) => (
  <>
    <p>
      Write to <MailLink to={contactEmail} />. A person reads it. Give your order number if you have one; it starts with
      SL and is on your receipt.
    </p>
    <p>This is how soon we reply:</p>
    <FactList
      facts={[
        ['General questions', `${SUPPORT_RESPONSE_HOURS.general} hours`],
        ['Refunds', `${SUPPORT_RESPONSE_HOURS.refunds} hours`],
        ['Privacy', `${SUPPORT_RESPONSE_HOURS.privacy} hours`],
      ]}
    />
  </>
)
