import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { FactList } from './fact-list.tsx'
import { FactTable } from './fact-table.tsx'

const Key = ({ name }: { name: string }) => <code className="font-mono text-small">{name}</code>

const Kind = ({ name, details }: { name: string; details: string }) => (
  <>
    {name}
    <span className="block text-small font-normal text-muted">{details}</span>
  </>
)

export const Collected = () => (
  <>
    <p>Every kind of data has a purpose, and a ground in law.</p>
    <FactTable
      caption="What is collected and why"
      columns={['Data', 'What it is for', 'Legal ground']}
      rows={[
        [
          <Kind name="Account" details="username, email address, password hash" />,
          'Signing in, and reaching you',
          'Contract',
        ],
        [
          <Kind name="Discord profile" details="id, username, picture, email address" />,
          'Signing in with Discord, showing your picture, your Premium role',
          'Contract',
        ],
        [
          <Kind name="Purchases" details="mods, prices, times, invoices, what you agreed to" />,
          'Delivery, receipts, refunds, bookkeeping',
          'Contract, legal duty',
        ],
        [
          <Kind name="Downloads" details="file, version, time, the mark of your copy" />,
          'Delivery, help with problems, finding the source of a leaked copy',
          'Contract, legitimate interest',
        ],
        [
          <Kind name="Support" details="tickets, messages, attachments" />,
          'Answering you',
          'Contract, legitimate interest',
        ],
        [<Kind name="Reviews" details="stars, text, username" />, 'Showing them with your username', 'Contract'],
        [
          <Kind name="Security" details="IP address, browser, sign-ins" />,
          'Keeping strangers out of accounts, stopping fraud and abuse',
          'Legitimate interest',
        ],
        [
          <Kind name="Analytics" details="pages viewed, loading times" />,
          'Seeing what works and what is slow',
          'Legitimate interest',
        ],
        [<Kind name="Newsletter" details="email address" />, 'News about mods, only if you asked for it', 'Consent'],
      ]}
    />
    <p>
      Without the account and purchase data we cannot sell you a mod. Discord, reviews and the newsletter are up to you.
      We do not sell data, build advertising profiles, or let a program decide about you.
    </p>
  </>
)

export const Processors = () => (
  <>
    <FactTable
      caption="Who works with the data for us"
      columns={['Who', 'What for', 'When']}
      rows={[
        ['Stripe', 'Card payments, subscriptions, refunds', 'When you pay'],
        ['Discord', 'Signing in, your picture, your Premium role', 'If you sign in with Discord'],
        ['Cloudflare Turnstile', 'Telling people from bots', 'On the registration and contact forms'],
        ['Mail delivery', 'Receipts, answers, notices', 'When we write to you'],
        ['Object storage', 'Keeping the mod files and handing them out', 'When you download'],
        ['Hosting', 'Running the store and its database', 'Always'],
      ]}
    />
    <p>
      They get only what the task needs. Stripe, Discord and Cloudflare also have duties and privacy policies of their
      own. Some of these services work outside your country; where the law asks for it, the transfer is covered by
      safeguards such as standard contractual clauses. Authorities get data only when the law obliges us.
    </p>
  </>
)

export const Retention = () => (
  <>
    <FactList
      facts={[
        ['Account', `Until deletion or ${RETENTION_YEARS.inactiveAccount} years of inactivity`],
        ['Purchase records', `${RETENTION_YEARS.purchaseRecords} years`],
        ['Support communications', `${RETENTION_YEARS.supportCommunications} years`],
        ['Analytics', `${RETENTION_YEARS.analytics} years`],
      ]}
    />
    <p>
      Sign-ins, downloads and reviews belong to your account and go with it. Data that was deleted can remain in backups
      until those are replaced.
    </p>
  </>
)

export const Cookies = () => (
  <>
    <p>
      Strictly necessary ones only. There are no advertising cookies and no trackers of other companies, so there is no
      cookie banner either.
    </p>
    <FactTable
      caption="Cookies and browser storage"
      columns={['Name', 'What it does', 'How long']}
      rows={[
        ['Session cookie', 'Keeps you signed in. Scripts cannot read it.', 'Until you sign out or it expires'],
        [
          'Device cookie',
          'Remembers that you have signed in on this browser, so that nobody can lock you out by guessing your password. Scripts cannot read it.',
          'One year after you last signed in',
        ],
        [
          'Discord sign-in cookie',
          'Makes sure that a Discord sign-in ends in the browser it began in.',
          'A few minutes',
        ],
        [
          <Key name="auth_token" />,
          'Browser storage: proves to the store that a request is yours.',
          'Until you sign out',
        ],
        [<Key name="theme" />, 'Browser storage: remembers light, dark or system.', 'Until you clear it'],
      ]}
    />
    <p>
      Stripe’s payment page and Cloudflare’s bot check may use cookies of their own to prevent fraud. You meet them only
      when you pay, register or write to us. You can clear all of this in your browser; you are then signed out.
    </p>
  </>
)
