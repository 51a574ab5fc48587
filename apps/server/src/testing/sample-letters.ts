import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { type Letter, type Sender, text } from '#lib/mail/letter.ts'

export const SENDER: Sender = {
  ...DEFAULT_SETTINGS,
  sellerName: 'Harlan Works LLC',
  sellerAddress: '12 Pit Lane\nAustin, TX 78701',
  publicUrl: 'https://store.example',
}

/** A sample mail, for tests of delivery. */
export const sampleLetter = (changes: Partial<Letter> = {}): Letter => ({
  subject: 'Your order',
  preview: 'A sample.',
  heading: 'Hello',
  body: [text('Thank you.')],
  reason: 'You’re receiving this e-mail because it is a test.',
  ...changes,
})
