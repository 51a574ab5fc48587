import {
  MINIMUM_AGE,
  REFUND_REQUEST_DAYS,
  SUBSCRIPTION_MONEY_BACK_DAYS,
  WITHDRAWAL_DAYS,
} from '@slipstream/contract/legal'
import { ContactUs } from './contact-us.tsx'
import { LegalPage } from './legal-page.tsx'
import { TextLink } from './policy-links.tsx'
import type { PolicyStore } from './policy-store.ts'
import { Delivery, License, Premium, Withdrawal } from './terms-of-sale.tsx'

export const Terms = ({ store }: { store: PolicyStore }) => (
  <LegalPage
    path="/terms"
    summary={`The agreement between you and ${store.storeName} about your account, the mods you buy and Premium.`}
    updatedOn="2026-11-15"
    figures={[
      redownloadFigure(store),
      { value: `${REFUND_REQUEST_DAYS} days`, label: 'to ask for a refund' },
      { value: `${SUBSCRIPTION_MONEY_BACK_DAYS} days`, label: 'money back on a subscription' },
    ]}
    shortVersion={[
      `You buy a personal license to use a mod in ${store.gameName}. The creator keeps the copyright.`,
      'Do not re-upload a mod, resell it or extract its assets.',
      `In the European Union you can withdraw for ${WITHDRAWAL_DAYS} days, until you ask for immediate delivery and get it.`,
      `${store.storeName} is independent of the maker of ${store.gameName}.`,
    ]}
    sections={[
      { id: 'seller', title: 'Who are you dealing with?', body: <Seller {...store} /> },
      { id: 'account', title: 'Who may have an account?', body: <Account {...store} /> },
      { id: 'buying', title: 'How does buying work?', body: <Buying /> },
      { id: 'delivery', title: 'How do I get my mods, and for how long?', body: <Delivery {...store} /> },
      { id: 'license', title: 'What may I do with a mod?', body: <License gameName={store.gameName} /> },
      { id: 'premium', title: 'How does Premium work?', body: <Premium {...store} /> },
      { id: 'withdrawal', title: 'Can I change my mind?', body: <Withdrawal contactEmail={store.contactEmail} /> },
      { id: 'conduct', title: 'What are the rules for reviews and conduct?', body: <Conduct /> },
      { id: 'bans', title: 'When can an account be banned?', body: <Bans /> },
      { id: 'liability', title: 'What are we liable for?', body: <Liability {...store} /> },
      { id: 'law', title: 'Which law applies?', body: <Law /> },
      { id: 'changes', title: 'Can these terms change?', body: <Changes /> },
      { id: 'contact', title: 'Where can I ask?', body: <ContactUs contactEmail={store.contactEmail} /> },
    ]}
  />
)

const redownloadFigure = ({ downloadWindowDays, renewals }: PolicyStore) => {
  if (downloadWindowDays === 0) return { value: 'No end', label: 'to your free re-downloads' }
  const then = renewals === 'one-click' ? 'then renewed with a click' : 'then renewed by our support team'
  return { value: `${downloadWindowDays} days`, label: `of free re-downloads, ${then}` }
}

const Seller = ({ storeName, gameName }: PolicyStore) => (
  <>
    <p>
      {storeName} sells vehicle mods for {gameName}, made by one creator. When you buy, your contract is with the seller
      of this store, whose name and address are on every invoice.
    </p>
    <p>
      {storeName} is independent. It is <strong>not affiliated with or endorsed by the maker of {gameName}</strong>. We
      use the game’s name only to say what the mods are made for. The name belongs to its owner. The game itself is not
      part of what you buy: you need your own copy.
    </p>
  </>
)

const Account = ({ storeName }: PolicyStore) => (
  <>
    <p>
      {storeName} is not for children under {MINIMUM_AGE}. If you are too young to enter into contracts where you live,
      ask a parent or guardian before you buy.
    </p>
    <ul>
      <li>You can sign in with Discord, or with a username and a password.</li>
      <li>Use an e-mail address that you can read. Receipts go there.</li>
      <li>Keep your password to yourself, and tell us if someone else gets in.</li>
      <li>An account belongs to one person. It cannot be sold or shared.</li>
      <li>You can have it deleted at any time. Your locker goes with it, so save your downloads first.</li>
    </ul>
  </>
)

const Buying = () => (
  <>
    <p>
      Prices are in US dollars (USD) and include tax. The amount on the button is the amount you pay, with every
      discount and coupon already taken off.
    </p>
    <p>
      You pay on a page hosted by Stripe, our payment provider.{' '}
      <strong>Your card data never reaches this store.</strong> The contract is made when Stripe confirms the payment.
      The mod is then in your locker, and a receipt is on its way to you by e-mail.
    </p>
    <p>
      If we show a price that is plainly a mistake, we may cancel the order and refund you in full before you have
      downloaded the mod.
    </p>
  </>
)

const Conduct = () => (
  <>
    <p>Reviews are written by people who own the mod. We read them before they appear. Please:</p>
    <ul>
      <li>write about the mod, from your own driving, and be honest;</li>
      <li>leave out insults, hate, advertising and other people’s private details;</li>
      <li>take no reward for a good review, and write none about your own work.</li>
    </ul>
    <p>
      A review is never turned down because it is negative. It stays yours; you allow us to show it in the store with
      your username.
    </p>
    <p>
      In messages and reviews alike, treat the staff and other players decently. Do not attack or overload the store,
      scrape its contents, or pay with a card that is not yours.
    </p>
  </>
)

const Bans = () => (
  <>
    <p>
      We can ban an account that re-uploads or resells mods, pays fraudulently, attacks the store or harasses people. A
      person decides, never a program alone. You are told the reason and how long the ban lasts.
    </p>
    <p>
      While you are banned, your locker is closed and the licenses in it are withdrawn. If you think we got it wrong,
      write to us, and someone will take a fresh look. You keep any claims to money that the law gives you.
    </p>
  </>
)

const Liability = ({ gameName }: PolicyStore) => (
  <>
    <p>
      A mod must do what its page says. If it does not, you have the rights the law gives you for faulty digital
      content, and nothing here shortens them.
    </p>
    <p>
      We are liable without limit for harm to life, body or health, for intent and gross negligence, and wherever the
      law forbids a limit. Otherwise we are liable only for breach of a material contractual obligation, and then for
      foreseeable damage, up to the price you paid for the mod or for the running period of Premium.
    </p>
    <p>
      We are not liable for {gameName} itself, for its updates, or for mods from other sources. Keep a copy of your
      saved games before you install any mod.
    </p>
  </>
)

const Law = () => (
  <p>
    The law of the country in which the seller is based. If you are a consumer, you also keep the mandatory protections
    of your own country, and you may go to court there. Please talk to us first; most things are settled with one
    e-mail.
  </p>
)

const Changes = () => (
  <p>
    Yes, for the future. The version you agreed to stays valid for that purchase, and we keep a copy of it. If a change
    matters to you as an account holder, we write to you before it takes effect. Data is covered by the{' '}
    <TextLink to="/privacy">Privacy Policy</TextLink>.
  </p>
)
