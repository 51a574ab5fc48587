export interface Message {
  id: string
  receivedAt: string
  from: string
  /** Whom the envelope named, so blind copies are found as well. */
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: { name: string; type: string; size: number }[]
}

/** What `GET /api/messages` may ask for: an exact recipient and a part of the subject. */
export interface Filter {
  to?: string | undefined
  subject?: string | undefined
}

export const matches = (message: Message, { to, subject }: Filter) =>
  (!to || message.to.some((address) => address.toLowerCase() === to.toLowerCase())) &&
  (!subject || message.subject.toLowerCase().includes(subject.toLowerCase()))
