import { REVIEW_REASON_WORDS, type ReviewReason } from '@slipstream/contract/review-terms'
import { type Letter, type Sender, text } from '#lib/mail/letter.ts'

interface ReviewedMod {
  id: number
  title: string
}

/** Where an owner writes, reads and changes a review. */
const reviewUrl = (sender: Sender, modId: number) => `${sender.publicUrl}/mod-locker?review=${modId}`

export const rejectedMail = (mod: ReviewedMod, reason: ReviewReason, sender: Sender): Letter => ({
  subject: `Your review of ${mod.title} was not published`,
  preview: REVIEW_REASON_WORDS[reason],
  heading: 'Your review was not published',
  body: [
    text(`We could not publish your review of ${mod.title}:`),
    { kind: 'quote', title: 'Reason', texts: [REVIEW_REASON_WORDS[reason]] },
    text(
      'Your opinion and the number of stars are never a reason. Change what the reason is about and send the review ' +
        'again, and we will read it again.',
    ),
  ],
  button: { label: 'Change your review', url: reviewUrl(sender, mod.id) },
  reason: `You get this mail because you wrote a review at ${sender.storeName}.`,
})

/** Asks every owner in the same words, happy or not. */
export const reminderMail = (mods: readonly [ReviewedMod, ...ReviewedMod[]], sender: Sender): Letter => {
  const [first, ...others] = mods
  const isOne = others.length === 0
  return {
    subject: isOne ? `How do you like ${first.title}?` : 'How do you like your mods?',
    preview: 'Your review helps others decide.',
    heading: isOne ? `How do you like ${first.title}?` : 'How do you like your mods?',
    body: [
      text('You have had some days to drive. Other players want to know what you think, good or bad.'),
      ...(isOne ? [] : [{ kind: 'list' as const, items: mods.map(({ title }) => title) }]),
      text('If something does not work, write to us: we would rather fix it.'),
    ],
    button: isOne
      ? { label: 'Write a review', url: reviewUrl(sender, first.id) }
      : { label: 'Choose a mod to review', url: `${sender.publicUrl}/mod-locker` },
    reason: 'We ask once for each mod that you bought and downloaded. You can turn these mails off.',
    unsubscribeUrl: `${sender.publicUrl}/profile#notifications`,
  }
}
