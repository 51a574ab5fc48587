import type { TracedPurchase } from '@slipstream/contract/traces'

/** A draft message to the buyer. It asks and does not accuse. */
export const letterTo = (email: string, { title, orderNumber }: TracedPurchase) => {
  const subject = `A question about your copy of ${title}`
  const body = [
    'Hello,',
    '',
    `A copy of ${title} was found on the web, and its mark points to ${orderNumber ? `order ${orderNumber}` : 'your account'}.`,
    'That does not tell us how it got there. Somebody else may have used your account or your computer.',
    '',
    'Did you notice anything unusual? Did you share the file with anyone?',
    'Please write back within 7 days. If your account may have been used by somebody else, we help you to secure it.',
    '',
  ].join('\n')
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
