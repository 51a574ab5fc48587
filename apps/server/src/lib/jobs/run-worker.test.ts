import type { JobHelpers } from 'graphile-worker'
import { expect, test } from 'vitest'
import type { JobHandlers } from './jobs.ts'
import { asTaskList } from './run-worker.ts'

const helpers = { job: { id: '1' }, abortSignal: new AbortController().signal } as unknown as JobHelpers
const mail = { to: 'buyer@mail.example', subject: 'Hello', text: 'Hello' }

test('a job that never ends hits its timeout, is aborted and frees its slot', async () => {
  let signal: AbortSignal | undefined
  const handlers = {
    'mail.send': (_mail, job) => {
      signal = job.signal
      return new Promise<void>(() => {})
    },
  } satisfies Partial<JobHandlers>
  const task = asTaskList(handlers as unknown as JobHandlers, { 'mail.send': { timeoutMs: 20 } })['mail.send']!
  await expect(task(mail, helpers)).rejects.toThrow('mail.send took longer than 0.02 s')
  expect(signal?.aborted).toBe(true)
})
