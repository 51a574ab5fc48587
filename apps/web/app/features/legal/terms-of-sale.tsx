import {
  REFUND_REQUEST_DAYS,
  SUBSCRIPTION_GRACE_DAYS,
  SUBSCRIPTION_MONEY_BACK_DAYS,
  WITHDRAWAL_DAYS,
  WITHDRAWAL_PAYBACK_DAYS,
} from '@slipstream/contract/legal'
import { MailLink, TextLink } from './policy-links.tsx'
import type { PolicyStore } from './policy-store.ts'

export const Delivery = (store: PolicyStore) => (
  <>
    <p>
      Everything you buy waits in <TextLink to="/mod-locker">My Purchases</TextLink>. Download it as often as you like:
    </p>
    <Redownloads {...store} />
    <p>
      A mod’s page lists the game versions it was tested with. A game update can break a mod; we then mark it and work
      on a release that fixes it. Updates to mods you own are free.
    </p>
  </>
)

const Redownloads = ({ downloadWindowDays: days, renewals }: PolicyStore) => {
  if (days === 0) {
    return (
      <ul>
        <li>
          Re-download links are <strong>free</strong> and do not expire.
        </li>
      </ul>
    )
  }
  return (
    <ul>
      <li>
        Re-download links are <strong>free for {days} days</strong> from the purchase.
      </li>
      <li>
        {renewals === 'one-click'
          ? `After that, one click on “Renew link” opens the next ${days} days, at no charge. `
          : `After that, write to our support team, and they open the next ${days} days for you, at no charge. `}
        You do not lose what you paid for.
      </li>
      <li>When a new release comes out, a new window opens for every owner.</li>
    </ul>
  )
}

export const License = ({ gameName }: { gameName: string }) => (
  <>
    <p>
      You get a <strong>personal license to use the mod in {gameName}</strong>. It is for you alone, has no end date,
      and cannot be transferred. The creator keeps the copyright in the mod and everything in it.
    </p>
    <p>You may:</p>
    <ul>
      <li>install the mod on the computers you play on, and keep a backup;</li>
      <li>modify it for your own use;</li>
      <li>show it in pictures, streams and videos, even when they earn money.</li>
    </ul>
    <p>You may not:</p>
    <ul>
      <li>re-upload or share it, modified or not, free or paid;</li>
      <li>sell it, rent it or give your license away;</li>
      <li>extract its models, textures, sounds or data to use them in something else.</li>
    </ul>
    <p>
      Some uses are allowed by law and cannot be forbidden by a contract. Those statutory rights stay untouched. The
      license ends if the purchase is refunded.
    </p>
  </>
)

export const Premium = ({ givesDiscordRole }: PolicyStore) => (
  <>
    <p>
      Premium is a subscription. While it is active you can use every mod marked “included with Premium”, and we answer
      your messages first.{givesDiscordRole && ' Members also get a role on our Discord server.'}
    </p>
    <ul>
      <li>
        <strong>Renewal.</strong> It renews at the end of each period, at the price you signed up for, until you cancel.
      </li>
      <li>
        <strong>Cancel any time</strong> on the <TextLink to="/subscribe">subscription page</TextLink>. You keep Premium
        until the period you paid for is over. If you cannot sign in, we e-mail you a link that cancels it.
      </li>
      <li>
        <strong>Money back.</strong> You get a full refund within the first {SUBSCRIPTION_MONEY_BACK_DAYS} days of a
        subscription.
      </li>
      <li>
        <strong>Your price stays.</strong> If the price of a plan changes, current subscribers keep theirs.
      </li>
      <li>
        <strong>A failed payment</strong> does not end it immediately. We e-mail you, and you have{' '}
        {SUBSCRIPTION_GRACE_DAYS} days to fix it.
      </li>
    </ul>
    <p>When Premium ends, the mods that came with it leave your locker. Mods you bought are yours and stay.</p>
  </>
)

export const Withdrawal = ({ contactEmail }: { contactEmail: string }) => (
  <>
    <p>
      If you are a consumer in the European Union, you have a <strong>right of withdrawal</strong>: you may withdraw
      from the contract within {WITHDRAWAL_DAYS} days of buying, without giving a reason.
    </p>
    <p>
      For downloads this right <strong>ends with delivery</strong> if you asked for immediate delivery and agreed that
      the right ends with it. We ask both before you pay, with two checkboxes that are never pre-checked. The text you
      agreed to is stored with your order and e-mailed to you with the receipt.
    </p>
    <p>
      To withdraw while the period runs, open the order in <TextLink to="/mod-locker">My Purchases</TextLink> and choose
      “Withdraw from contract”. A plain message to <MailLink to={contactEmail} /> works too. We confirm it by e-mail and
      return what you paid, to the card you paid with, within {WITHDRAWAL_PAYBACK_DAYS} days at the latest.
    </p>
    <p>
      Wherever you live, and whatever you agreed to, you can also ask for a refund within {REFUND_REQUEST_DAYS} days.
      The <TextLink to="/refund-policy">Refund Policy</TextLink> explains how.
    </p>
  </>
)
