import type { Settings } from '@slipstream/contract/settings'
import type { TemplateWords } from '@slipstream/contract/templates'

/** What every mail says about the store. */
export type Sender = Pick<
  Settings,
  'storeName' | 'contactEmail' | 'timeZone' | 'staffEmail' | 'sellerName' | 'sellerAddress'
> &
  Partial<Pick<Settings, 'accentLight' | 'accentDark'>> & {
    publicUrl: string
    /** The creator's own texts, by the name of the mail. */
    templates?: Readonly<Record<string, TemplateWords>>
    /** Empty or missing to use the design's own logo. */
    logoUrl?: string
  }

/** Decoration only: mail programs block remote images, so the text must work without it. */
interface MailPicture {
  src: string
  alt: string
}

export interface Row {
  label: string
  /** A price from `formatUsd`, a date or another short fact. */
  value: string
  picture?: MailPicture | undefined
}

export type Block =
  | { kind: 'text'; text: string }
  /** Label and value pairs; the total is highlighted. */
  | { kind: 'rows'; rows: readonly Row[]; total?: Row }
  | { kind: 'list'; items: readonly string[] }
  /** Quoted text: what a person wrote, or part of a contract. */
  | { kind: 'quote'; title: string; texts: readonly string[] }

/**
 * The content of a mail, without markup. The HTML part and the plain-text part are both rendered from it, so they
 * cannot differ. Texts may contain arbitrary user input.
 */
export interface Letter {
  /** The template that may change its text, and the values of its variables. Staff mails have none. */
  template?: { name: string; variables: Record<string, string> } | undefined
  subject: string
  /** Shown after the subject in the inbox list. */
  preview: string
  heading: string
  picture?: MailPicture | undefined
  body: readonly Block[]
  /** The one call to action. */
  button?: { label: string; url: string }
  /** Extra information below the button. */
  after?: readonly Block[]
  /** Why the recipient gets this mail, for the footer. */
  reason: string
  /** Where the recipient can turn these mails off. Service mails have no such link. */
  unsubscribeUrl?: string
  /** That address takes the one-click request of RFC 8058. Promotional mails only. */
  isOneClick?: boolean
  /** Also sent to an address that its owner has not confirmed: a customer must learn what happens to the money. */
  isAboutMoney?: boolean
  /** Set when it is queued to an unconfirmed address. Its footer then has a link that stops these mails. */
  isToUnconfirmed?: boolean
  /** Removes an unconfirmed address from the account that gave it. */
  notMeUrl?: string
}

export const text = (words: string): Block => ({ kind: 'text', text: words })
