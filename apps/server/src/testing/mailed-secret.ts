import { expect } from 'vitest'
import { readMailbox } from './mailbox.ts'
import { runJobs } from './run-jobs.ts'
import type { TestStore } from './test-store.ts'

/** What the newest mail to this address says, once everything that waits was sent. */
export const newestMail = async (store: TestStore, to: string) => {
  await runJobs(store)
  const [mail] = await readMailbox(to)
  if (!mail) throw new Error(`no mail to ${to}`)
  return mail
}

/** The secret of the link in the newest mail to this address. It stands behind the #, where no server sees it. */
export const mailedSecret = async (store: TestStore, to: string, what: 'verify' | 'reset') => {
  const { text } = await newestMail(store, to)
  const [, secret = ''] = new RegExp(`${store.config.publicUrl}/login#${what}=([\\w-]{43})\\s`).exec(text) ?? []
  expect(secret, text).not.toBe('')
  return secret
}
