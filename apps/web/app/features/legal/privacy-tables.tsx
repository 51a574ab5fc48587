import {
  COOKIES,
  type Cookie,
  LOCAL_KEYS,
  type LocalKey,
  TAB_KEYS,
  type TabKey,
} from '@slipstream/contract/browser-storage'
import { ERASURE_NOTICE_DAYS, RETENTION_DAYS, RETENTION_YEARS } from '@slipstream/contract/legal'
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
    <p>Every kind of data has a purpose and a legal basis.</p>
    <FactTable
      caption="What is collected and why"
      columns={['Data', 'What it is for', 'Legal basis']}
      rows={[
        [
          <Kind name="Account" details="username, e-mail address, password hash" />,
          'Signing in, and reaching you',
          'Contract',
        ],
        [
          <Kind name="Discord profile" details="id, username, picture, e-mail address" />,
          'Signing in with Discord, showing your picture',
          'Contract',
        ],
        [
          <Kind
            name="Purchases"
            details="mods, subscriptions, prices, times, invoices with the billing details you give, card brand and last four digits, what you agreed to, country if our proxy knows it"
          />,
          'Delivery, receipts, refunds, bookkeeping',
          'Contract, legal duty',
        ],
        [
          <Kind
            name="Used money-back guarantee"
            details="keyed hashes of your e-mail address, your Discord id and your card’s number as Stripe names it, only if you used it"
          />,
          'Giving the guarantee once per person, also after an account was deleted',
          'Legitimate interest',
        ],
        [
          <Kind name="Downloads" details="file, version, time" />,
          'Delivery, help with problems, proof of when the right of withdrawal ended',
          'Contract, legitimate interest',
        ],
        [
          <Kind name="Marks" details="which purchase a copy of a mod belongs to, and since when" />,
          'Finding out which purchase a leaked copy came from',
          'Legitimate interest',
        ],
        [
          <Kind name="Cart and wishlist" details="the mods you put there, and when" />,
          'Keeping them for your next visit',
          'Contract',
        ],
        [
          <Kind
            name="Support"
            details="tickets with their files, refund requests, compatibility reports, notes of our staff"
          />,
          'Answering you',
          'Contract, legitimate interest',
        ],
        [
          <Kind name="Notifications" details="news about your mods, refunds and payments, and whether you read them" />,
          'Informing you inside the store',
          'Contract',
        ],
        [
          <Kind
            name="News by e-mail"
            details="what you asked for and when, newsletters sent to you, whether your address bounced"
          />,
          'Sending you the news and offers you asked for',
          'Consent',
        ],
        [
          <Kind name="Reviews" details="stars, text, screenshots, username, votes and reports" />,
          'Showing them with your username, and asking you once to review a mod you bought',
          'Contract',
        ],
        [
          <Kind
            name="Visits"
            details="pages, searches, the site you came from, kind of device, country if our proxy knows it, loading times"
          />,
          'Counting visits and finding slow pages',
          'Legitimate interest',
        ],
        [
          <Kind name="Security" details="IP address, browser, sign-ins" />,
          'Keeping strangers out of accounts, stopping fraud and abuse',
          'Legitimate interest',
        ],
      ]}
    />
    <p>
      Without the account and purchase data we cannot sell you a mod. Discord, reviews and news by e-mail are up to you:
      each news e-mail has a link that stops it, and we don’t record whether you open it. We do not sell data, build
      advertising profiles, or make automated decisions about you.
    </p>
    <p>
      Visits are counted without a cookie. Within a day we recognize a visit by a hash of your IP address and browser
      with a random value that we delete after two days; the address itself is not stored with it, and afterwards nobody
      can tell whose visit it was. Turn on Do Not Track or Global Privacy Control in your browser, and your visits are
      not counted at all.
    </p>
  </>
)

export const Processors = () => (
  <>
    <FactTable
      caption="Companies that process data for us"
      columns={['Who', 'What for', 'When']}
      rows={[
        ['Stripe', 'Card payments, subscriptions, refunds', 'When you pay'],
        ['Discord', 'Signing in, your picture, the role of Premium members', 'If you log in with Discord'],
        ['Cloudflare Turnstile', 'Telling people and bots apart', 'On the registration and contact forms'],
        ['Mail delivery', 'Receipts, answers, notices, news', 'When we write to you'],
        ['Object storage', 'Storing and delivering files', 'When you download a mod or attach a file'],
        ['Hosting', 'Running the store and its database', 'Always'],
      ]}
    />
    <p>
      They get only the data the task needs. Stripe, Discord and Cloudflare also have duties and privacy policies of
      their own. Some of these services work outside your country; where the law requires it, the transfer is covered by
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
        ['Used money-back guarantee', `${RETENTION_YEARS.usedGuarantee} years, also after the account is deleted`],
        ['Analytics', `${RETENTION_YEARS.analytics} years`],
      ]}
    />
    <p>
      Analytics are counts of visits and searches without a name, an address or a cookie. Measured durations of requests
      are deleted after {RETENTION_DAYS.requestTimes} days.
    </p>
    <p>
      Sign-in attempts are deleted after {RETENTION_DAYS.signIns} days. Notifications are deleted after{' '}
      {RETENTION_DAYS.notifications} days, and the list of people a newsletter went to after{' '}
      {RETENTION_DAYS.newsletterRecipients} days. The list of e-mails sent to you, without what they said, is deleted
      after {RETENTION_DAYS.messages} days. Downloads and the marks of copies count as purchase records, and stay
      without your name if the account is deleted earlier; tickets, refund requests, compatibility reports, notes of our
      staff and what was found in leaked files as support communications. Mods you bought stay in your locker after the
      record of the purchase is deleted. Reviews and everything else belong to your account and go with it. An account
      counts as active while it has a subscription, and we e-mail its owner {ERASURE_NOTICE_DAYS} days before it is
      deleted for inactivity. Deleted data can remain in backups until newer ones replace them, and is deleted again if
      a backup is restored.
    </p>
  </>
)

type StoredName = Cookie | LocalKey | TabKey
type Stored = readonly [purpose: string, duration: string]

const STORED: Record<StoredName, Stored> = {
  session: ['Keeps you signed in. Scripts cannot read it.', 'Until you sign out or it expires'],
  device: [
    'Remembers that you have signed in on this browser, so that nobody can lock you out by guessing your password. Scripts cannot read it.',
    'One year after you last signed in',
  ],
  discord: ['Makes sure that a Discord sign-in ends in the browser it began in.', 'A few minutes'],
  auth_token: ['Proves to the store that a request comes from you.', 'Until you sign out'],
  signed_out: ['Keeps you signed out after you have signed out.', 'Until you log in again'],
  theme: ['Remembers your theme: light, dark or system.', 'Until you clear it'],
  units: ['Remembers metric or imperial units.', 'Until you clear it'],
  game_version: ['Remembers your version of the game, to say which mods work with it.', 'Until you clear it'],
  compared_mods: ['Remembers the mods that you chose to compare.', 'Until you clear it'],
  recent_searches: ['Remembers your last searches, to offer them again.', 'Until you clear it'],
  admin_sidebar: ['For administrators: remembers whether the menu is collapsed.', 'Until you clear it'],
  ticket_drafts: ['For administrators: keeps unsent replies to tickets.', 'Until you send or clear them'],
  letter_keys: ['Remembers whether single-letter keys are off.', 'Until you clear it'],
  chat_drafts: ['For administrators: remembers messages that were not sent yet.', 'Until you send or clear them'],
  'checkout-coupon': ['Remembers the coupon that you applied at the checkout.', 'Until you have paid, or remove it'],
  after_discord: ['Remembers the page to return to after a Discord sign-in.', 'Until you are back, or close the tab'],
  intents: [
    'Remembers which mods you wanted to add to your cart or wishlist before you signed in.',
    'Until you have signed in, 15 minutes, or until you close the tab',
  ],
  checkout: ['Makes sure that an order is not placed twice.', 'Until you have paid, or close the tab'],
  admin_visits: ['For administrators: remembers the admin pages opened last.', 'Until you close the tab'],
  reloaded_for: ['Reloads the page once after an update of the store, not again and again.', 'Until you close the tab'],
  waiting_copies: [
    'Remembers which downloads are being prepared, so that they start after a reload.',
    'Until they have started, 30 minutes, or until you close the tab',
  ],
}

const rowsOf = (place: string, names: readonly StoredName[]) =>
  names.map((name) => [<Key key={name} name={name} />, place, ...STORED[name]])

/** Every cookie and storage key that the store uses. */
export const StorageTable = () => (
  <FactTable
    caption="Cookies and browser storage"
    columns={['Name', 'Where', 'What it does', 'How long']}
    rows={[...rowsOf('Cookie', COOKIES), ...rowsOf('Browser storage', LOCAL_KEYS), ...rowsOf('Tab storage', TAB_KEYS)]}
  />
)
