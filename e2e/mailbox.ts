import { store } from './store.ts'

interface Mail {
  subject: string
  text: string
}

const LONGEST_WAIT_MS = 60_000

/** Newest first; waits for the first one. Needs a running worker. */
export const mailsTo = async (to: string): Promise<Mail[]> => {
  const query = new URLSearchParams({ to, wait: String(LONGEST_WAIT_MS) })
  const response = await fetch(`${store.environment().MAILBOX_URL}/api/messages?${query.toString()}`)
  return (await response.json()) as Mail[]
}

/** The subjects of all e-mails to this address; waits for the first one. Needs a running worker. */
export const subjectsTo = async (to: string) => (await mailsTo(to)).map(({ subject }) => subject)

/** The newest e-mail to this address; waits for the first one. Needs a running worker. */
export const newestMail = async (to: string): Promise<Mail> => {
  const [mail] = await mailsTo(to)
  if (!mail) throw new Error(`no mail to ${to}`)
  return mail
}

/** The link in an e-mail and the secret in its fragment. */
export const linkIn = ({ text }: Mail) => {
  const [address = '', secret = ''] = /https?:\/\/\S+#[\w-]+=(\S+)/.exec(text) ?? []
  if (secret === '') throw new Error(`no link in: ${text}`)
  return { address, secret }
}
