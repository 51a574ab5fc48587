/** The refund policy until another one is published. */
export const BUILT_IN_REFUNDS = `When {{storeName}} refunds your money, how to request it, and how long each step takes.

- Ask within {{refundDays}} days of buying a mod. One sentence about the reason is enough.
- An approved refund is processed in {{refundBusinessDays}} business days, to the card you paid with.
- A subscription is refunded in full within its first {{subscriptionRefundDays}} days.
- A refunded mod leaves your locker, and the license to use it ends.

## When can I get a refund for a mod? {#mods}

You can request a refund within **{{refundDays}} days** of buying a mod. We approve it when:

- the mod does not work as its page says, and we cannot fix it soon;
- you bought it by mistake, or twice, and have not downloaded it;
- it never reached your locker;
- its page promised something that the mod does not have.

In other cases we look at what happened and try to be fair. We may say no when a mod was used for most of that
time without a problem, when refunds are asked for again and again, or when the copy was passed on to others. If
we say no, we tell you why.

A faulty mod is different from a change of mind. The rights the law gives you when digital content is faulty last
longer than {{refundDays}} days, and this policy takes nothing away from them.

## How do I ask? {#how}

1. Open [My Purchases](/mod-locker) and choose the order.
2. Pick “Request refund” and tell us in a sentence what went wrong.
3. Wait for our e-mail. You can follow the request in the same place.

If you cannot sign in, write to {{contactEmail}} and give your order number. You can ask for the
whole order or for one mod of it.

## How long does it take? {#times}

1. **First answer:** within {{refundHours}} hours of your request.
2. **Decision:** in {{refundDecisionHours}} hours.
3. **Processing:** in {{refundBusinessDays}} business days after approval.

The money goes back the way it came, through Stripe to the card you paid with. Your bank may take a few days more
to show it. We refund what you actually paid, after discounts and coupons, and charge no fee.

## What about a subscription? {#subscription}

You get a **full refund within the first {{subscriptionRefundDays}} days** of a subscription, on
the [subscription page](/subscribe), once per person. You don’t need a reason. Premium ends
immediately, and so does access to the mods that came with it.

After that you can cancel any time. You keep Premium until the period you paid for is over, and nothing more is
charged. Renewals are not refunded in part, unless the law says otherwise or the mistake was ours.

## What happens to my license afterwards? {#license}

A refund ends the license. The mod leaves [My Purchases](/mod-locker), its download links
stop working, and you must delete the copies you have made.

If only one mod of an order is refunded, the others stay yours. You are free to buy the mod again later.

## What if only my download link has run out? {#links}

{{expiredLinks}}

## Is this the same as the right of withdrawal? {#withdrawal}

No. The right of withdrawal is a right by law for consumers in the European Union. It runs for {{withdrawalDays}}
days and ends with delivery if you asked for immediate delivery and agreed to that. This refund policy is our own
promise on top of it and applies in every country. The [Terms of Service](/terms#withdrawal)
explain how to withdraw.

## Do Premium members go first? {#premium}

Yes. Premium members have **priority support**: their messages, including refund requests, go to the
front of the queue. The times on this page apply to everyone, with or without Premium.

## What if I go to my bank instead? {#disputes}

Please write to us first; it is quicker. While a bank looks into a disputed payment we cannot refund it a second
time. If the bank decides for you, the money goes back and the license ends, just like with a refund.

## Where can I ask? {#contact}

Write to {{contactEmail}}. A person reads it. Give your order number if you have one; it starts with
SL and is on your receipt.

This is how soon we reply:

{{supportTimes}}
`
