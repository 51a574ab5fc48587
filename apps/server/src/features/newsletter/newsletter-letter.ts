import type { NewsletterForm } from '@slipstream/contract/newsletter'
import { type Block, type Letter, type Sender, text } from '#lib/mail/letter.ts'

/** The form holds plain text only; the layout, the links and the footer are the store's. */
export const newsletterLetter = (form: NewsletterForm, sender: Sender, unsubscribeUrl: string): Letter => ({
  subject: form.subject,
  preview: form.preview,
  heading: form.heading,
  body: blocksOf(form.body),
  ...(form.button && { button: { label: form.button.label, url: new URL(form.button.path, sender.publicUrl).href } }),
  reason: `You’re receiving this e-mail because you asked for news and offers from ${sender.storeName} in your profile.`,
  unsubscribeUrl,
  isOneClick: true,
})

const blocksOf = (body: string): Block[] =>
  body
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => {
      const lines = paragraph.trim().split('\n')
      return lines.every((line) => line.startsWith('- '))
        ? { kind: 'list', items: lines.map((line) => line.slice(2)) }
        : text(paragraph.trim())
    })
