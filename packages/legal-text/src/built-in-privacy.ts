/** The privacy policy until another one is published. */
export const BUILT_IN_PRIVACY = `What {{storeName}} knows about you, why, for how long, and what your rights are.

- We collect what we need to run your account, deliver your mods and keep the books.
- You pay on Stripe’s page. Card data never reaches this store.
- We use only the cookies and browser storage that the store cannot work without.
- You can see, correct, export and delete your data. One message is enough.

## Who is responsible for your data? {#controller}

The seller of {{storeName}}, whose name and address are on every invoice. For anything about your data, write to
{{contactEmail}}.

## What is collected, and why? {#data}

{{collectedData}}

## What happens to my card details? {#payments}

You enter them on a page hosted by Stripe. They go to Stripe alone, and we never see or store them. Stripe tells us
that a payment was made, how much it was, and an id that lets us refund it.

## Who works with the data for us? {#processors}

{{processors}}

## How long is it kept? {#retention}

{{retentionTable}}

## What are my rights? {#rights}

- **Access:** know what we hold about you, and get a copy.
- **Correction:** have mistakes corrected. You can change most of it in your
  [profile](/profile).
- **Export:** take your data with you in a machine-readable format.
- **Deletion:** have your account and its data deleted. We keep purchase records as long as tax law
  requires, and use them for nothing else.
- **Objection:** object to processing based on our legitimate interest, or have it restricted.
- **Consent:** withdraw it at any time, for the future.
- **Complaint:** complain to the data protection authority where you live.

Write to {{contactEmail}}. You hear from us within {{privacyHours}} hours, and it
costs nothing. We may ask you to prove that the account is yours.

## Which cookies are used? {#cookies}

{{cookiePolicy}}

## How is it protected? {#security}

Connections are encrypted. Passwords and sign-in tokens are stored only as hashes, so nobody can read them back.
Only staff who need your data can see it, and every change they make is logged. If a breach ever puts you at risk,
we will tell you.

## May children use the store? {#children}

{{storeName}} is **not for children under {{minimumAge}}**, and we do not knowingly collect their data. If
you believe that a child has created an account, write to {{contactEmail}} and we will delete it.

## Can this policy change? {#changes}

Yes, when the store changes. The date at the top shows when it last did, and earlier versions stay available here.

## Where can I ask? {#contact}

Write to {{contactEmail}}. A person reads it. Give your order number if you have one; it starts with
SL and is on your receipt.

This is how soon we reply:

{{supportTimes}}
`

/** The cookie policy: the section of the privacy policy about cookies. */
export const BUILT_IN_COOKIES = `Only strictly necessary ones. There are no advertising cookies and no third-party trackers, so there is no cookie
banner either.

{{storageTable}}

Over an encrypted connection the names of cookies begin with \`__Host-\`. Stripe’s payment page and
Cloudflare’s bot check may use cookies of their own to prevent fraud. You meet them only when you pay, register or
write to us without an account. The trailer of a mod comes from YouTube (Google) or Vimeo. They are contacted, and learn your
IP address, only when you press play. You can clear all of this in your browser; you are then signed out.
`
