export interface Message {
  id: string
  receivedAt: string
  from: string
  /** Envelope recipients, which include blind copies. */
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: { name: string; type: string; size: number }[]
}

/** Filters of `GET /api/messages`: an exact recipient and a part of the subject. */
export interface Filter {
  to?: string | undefined
  subject?: string | undefined
}

export const matches = (message: Message, { to, subject }: Filter) =>
  (!to || message.to.some((address) => address.toLowerCase() === to.toLowerCase())) &&
  (!subject || message.subject.toLowerCase().includes(subject.toLowerCase()))
