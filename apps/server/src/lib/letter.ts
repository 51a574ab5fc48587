import type { Jobs } from './jobs.ts'

type Mail = Jobs['mail.send']

export interface Sender {
  storeName: string
  contactEmail: string
  publicUrl: string
}

/** A mail in plain text: paragraphs, and the store's name below. */
export const letter = (to: string, subject: string, { storeName }: Sender, ...paragraphs: string[]): Mail => ({
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n\n${storeName}\n`,
})
