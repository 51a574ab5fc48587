import type { Settings } from '@slipstream/contract/settings'

/** What every mail says about the store that sends it. */
export type Sender = Pick<
  Settings,
  'storeName' | 'contactEmail' | 'timeZone' | 'staffEmail' | 'sellerName' | 'sellerAddress'
> & { publicUrl: string }

/** Decoration only: mail programs hide remote images, so the words must do without it. */
interface MailPicture {
  src: string
  alt: string
}

export interface Row {
  label: string
  /** Written by `formatUsd`, or a date, or any other short fact. */
  value: string
  picture?: MailPicture | undefined
}

export type Block =
  | { kind: 'text'; text: string }
  /** Rows with a value each; the last one stands out if it is the total. */
  | { kind: 'rows'; rows: readonly Row[]; total?: Row }
  | { kind: 'list'; items: readonly string[] }
  /** Somebody's own words, or the words of a contract. */
  | { kind: 'quote'; title: string; texts: readonly string[] }

/**
 * What a mail says, without any markup. Both parts of the mail, HTML and plain text, are made from it, so they cannot
 * differ. A feature writes only this; texts may hold anything that people typed.
 */
export interface Letter {
  subject: string
  /** Mail programs show it behind the subject in their lists. */
  preview: string
  heading: string
  picture?: MailPicture | undefined
  body: readonly Block[]
  /** The one thing to do. */
  button?: { label: string; url: string }
  /** Below the button: what is good to know but not to be done. */
  after?: readonly Block[]
  /** Why this person gets this mail, for the footer. */
  reason: string
  /** Where such mails are switched off. Service mails have none. */
  unsubscribeUrl?: string
}

export const text = (words: string): Block => ({ kind: 'text', text: words })
