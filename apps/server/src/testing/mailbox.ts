import { inject } from 'vitest'

interface ReceivedMail {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** The mails to one address, newest first; waits for the first one. */
export const readMailbox = async (to: string, waitMs = 5_000): Promise<ReceivedMail[]> => {
  const query = new URLSearchParams({ to, wait: String(waitMs) })
  const answer = await fetch(`${inject('environment').MAILBOX_URL}/api/messages?${query.toString()}`)
  return (await answer.json()) as ReceivedMail[]
}
