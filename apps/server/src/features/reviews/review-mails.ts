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
      'We never reject a review for its opinion or its number of stars. Edit your review to fix the problem and send ' +
        'it again, and we will take another look.',
    ),
  ],
  button: { label: 'Change your review', url: reviewUrl(sender, mod.id) },
  reason: `You’re receiving this e-mail because you wrote a review at ${sender.storeName}.`,
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
      text('You’ve had a few days to drive. Other players want to know what you think, good or bad.'),
      ...(isOne ? [] : [{ kind: 'list' as const, items: mods.map(({ title }) => title) }]),
      text('If something doesn’t work, write to us and we’ll try to fix it.'),
    ],
    button: isOne
      ? { label: 'Write a review', url: reviewUrl(sender, first.id) }
      : { label: 'Choose a mod to review', url: `${sender.publicUrl}/mod-locker` },
    reason: 'We ask once for each mod that you bought and downloaded. You can turn these e-mails off.',
    unsubscribeUrl: `${sender.publicUrl}/profile#notifications`,
  }
}
