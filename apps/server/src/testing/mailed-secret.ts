import { expect } from 'vitest'
import { readMailbox } from './mailbox.ts'
import { runJobs } from './run-jobs.ts'
import type { TestStore } from './test-store.ts'

/** The newest mail to this address, after all waiting jobs have run. */
export const newestMail = async (store: TestStore, to: string) => {
  await runJobs(store)
  const [mail] = await readMailbox(to)
  if (!mail) throw new Error(`no mail to ${to}`)
  return mail
}

/** The secret in the newest mail to this address, from the fragment of its link. */
export const mailedSecret = async (
  store: TestStore,
  to: string,
  what: 'verify' | 'reset' | 'cancel' | 'link' | 'invitation',
) => {
  const { text } = await newestMail(store, to)
  const [, secret = ''] = new RegExp(`${store.config.publicUrl}/\\w+#${what}=([\\w-]{43})\\s`).exec(text) ?? []
  expect(secret, text).not.toBe('')
  return secret
}
