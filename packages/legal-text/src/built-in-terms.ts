/** The terms of service until others are published. */
export const BUILT_IN_TERMS = `The agreement between you and {{storeName}} about your account, the mods you buy and Premium.

- You buy a personal license to use a mod in {{gameName}}. The creator keeps the copyright.
- Do not re-upload a mod, resell it or extract its assets.
- In the European Union you can withdraw for {{withdrawalDays}} days, until you ask for immediate delivery and get it.
- {{storeName}} is independent of the maker of {{gameName}}.

## Who are you dealing with? {#seller}

{{storeName}} sells vehicle mods for {{gameName}}, made by one creator. When you buy, your contract is with the seller
of this store, whose name and address are on every invoice.

{{storeName}} is independent. It is **not affiliated with or endorsed by the maker of {{gameName}}**. We
use the game’s name only to say what the mods are made for. The name belongs to its owner. The game itself is not
part of what you buy: you need your own copy.

## Who may have an account? {#account}

{{storeName}} is not for children under {{minimumAge}}. If you are too young to enter into contracts where you live,
ask a parent or guardian before you buy.

- You can sign in with Discord, or with a username and a password.
- Use an e-mail address that you can read. Receipts go there.
- Keep your password to yourself, and tell us if someone else gets in.
- An account belongs to one person. It cannot be sold or shared.
- You can have it deleted at any time. Your locker goes with it, so save your downloads first.

## How does buying work? {#buying}

Prices are in US dollars (USD) and include tax. The amount on the button is the amount you pay, with every
discount and coupon already taken off.

You pay on a page hosted by Stripe, our payment provider.
**Your card data never reaches this store.** The contract is made when Stripe confirms the payment.
The mod is then in your locker, and a receipt is on its way to you by e-mail.

If we show a price that is plainly a mistake, we may cancel the order and refund you in full before you have
downloaded the mod.

## How do I get my mods, and for how long? {#delivery}

Everything you buy waits in [My Purchases](/mod-locker). Download it as often as you like:

{{redownloads}}

A mod’s page lists the game versions it was tested with. A game update can break a mod; we then mark it and work
on a release that fixes it. Updates to mods you own are free.

## What may I do with a mod? {#license}

You get a **personal license to use the mod in {{gameName}}**. It is for you alone, has no end date,
and cannot be transferred. The creator keeps the copyright in the mod and everything in it.

You may:

- install the mod on the computers you play on, and keep a backup;
- modify it for your own use;
- show it in pictures, streams and videos, even when they earn money.

You may not:

- re-upload or share it, modified or not, free or paid;
- sell it, rent it or give your license away;
- extract its models, textures, sounds or data to use them in something else.

**Every copy is marked.** The copy you download is made for you and carries an invisible mark of your purchase: in its
physics and configuration files, positions differ from other copies by a millimeter, and entries by their order or
spacing. You do not notice it in the game, and neither your name nor your address is in it. If a copy turns up where it should
not, a secret key tells us which purchase it came from. People decide what follows from that; nothing happens to an account
automatically. Copies that you get with Premium or as a gift are marked too.

Some uses are allowed by law and cannot be forbidden by a contract. Those statutory rights stay untouched. The
license ends if the purchase is refunded.

## How does Premium work? {#premium}

Premium is a subscription. While it is active you can use every mod marked “included with Premium”, and we answer
your messages first.{{discordRole}}

- **Renewal.** It renews at the end of each period, at the price you signed up for, until you cancel.
- **Cancel any time** on the [subscription page](/subscribe). You keep Premium
  until the period you paid for is over. If you cannot sign in, we e-mail you a link that cancels it.
- **Money back.** You get a full refund within the first {{subscriptionRefundDays}} days of a
  subscription.
- **Your price stays.** If the price of a plan changes, current subscribers keep theirs.
- **A failed payment** does not end it immediately. We e-mail you, and you have
  {{subscriptionGraceDays}} days to fix it.

When Premium ends, the mods that came with it leave your locker. Mods you bought are yours and stay.

## Can I change my mind? {#withdrawal}

If you are a consumer in the European Union, you have a **right of withdrawal**: you may withdraw
from the contract within {{withdrawalDays}} days of buying, without giving a reason.

For downloads this right **ends with delivery** if you asked for immediate delivery and agreed that
the right ends with it. We ask both before you pay, with two checkboxes that are never pre-checked. The text you
agreed to is stored with your order and e-mailed to you with the receipt.

To withdraw while the period runs, open the order in [My Purchases](/mod-locker) and choose
“Withdraw from contract”. A plain message to {{contactEmail}} works too. We confirm it by e-mail and
return what you paid, to the card you paid with, within {{withdrawalPaybackDays}} days at the latest.

Wherever you live, and whatever you agreed to, you can also ask for a refund within {{refundDays}} days.
The [Refund Policy](/refund-policy) explains how.

## What are the rules for reviews and conduct? {#conduct}

Reviews are written by people who own the mod. We read them before they appear. Please:

- write about the mod, from your own driving, and be honest;
- leave out insults, hate, advertising and other people’s private details;
- take no reward for a good review, and write none about your own work.

A review is never turned down because it is negative. It stays yours; you allow us to show it in the store with
your username.

In messages and reviews alike, treat the staff and other players decently. Do not attack or overload the store,
scrape its contents, or pay with a card that is not yours.

## When can an account be banned? {#bans}

We can ban an account that re-uploads or resells mods, pays fraudulently, attacks the store or harasses people. A
person decides, never a program alone. You are told the reason and how long the ban lasts.

While you are banned, your locker is closed and the licenses in it are withdrawn. If you think we got it wrong,
write to us, and someone will take a fresh look. You keep any claims to money that the law gives you.

## What are we liable for? {#liability}

A mod must do what its page says. If it does not, you have the rights the law gives you for faulty digital
content, and nothing here shortens them.

We are liable without limit for harm to life, body or health, for intent and gross negligence, and wherever the
law forbids a limit. Otherwise we are liable only for breach of a material contractual obligation, and then for
foreseeable damage, up to the price you paid for the mod or for the running period of Premium.

We are not liable for {{gameName}} itself, for its updates, or for mods from other sources. Keep a copy of your
saved games before you install any mod.

## Which law applies? {#law}

The law of the country in which the seller is based. If you are a consumer, you also keep the mandatory protections
of your own country, and you may go to court there. Please talk to us first; most things are settled with one
e-mail.

## Can these terms change? {#changes}

Yes, for the future. The version you agreed to stays valid for that purchase, and earlier
versions stay available here. Data is covered by the
[Privacy Policy](/privacy).

## Where can I ask? {#contact}

Write to {{contactEmail}}. A person reads it. Give your order number if you have one; it starts with
SL and is on your receipt.

This is how soon we reply:

{{supportTimes}}
`
