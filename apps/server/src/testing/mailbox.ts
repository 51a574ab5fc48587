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

/** The subjects of the mails to a person, newest first; waits for the first one. */
export const subjectsTo = async ({ row }: { row: { email: string | null } }, waitMs?: number): Promise<string[]> =>
  (await readMailbox(row.email ?? '', waitMs)).map(({ subject }) => subject)
