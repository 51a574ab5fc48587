import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { runStoreCommand, startWorker } from './store-process.ts'
import { store } from './store.ts'

test('the worker sends an e-mail queued by a command exactly once', async () => {
  const environment = store.environment()
  const address = `${randomUUID()}@mail.example`
  const inbox = (wait: number) =>
    fetch(`${environment.MAILBOX_URL}/api/messages?to=${address}&wait=${wait}`).then(
      (response) => response.json() as Promise<{ subject: string }[]>,
    )

  await runStoreCommand(environment, 'apps/server/src/bin/jobs.ts', 'test-mail', address)
  expect(await inbox(0)).toEqual([])

  const worker = startWorker(environment)
  try {
    expect(await inbox(60_000)).toMatchObject([{ subject: 'A test mail from your store' }])
  } finally {
    await worker.stop()
  }
  expect(await inbox(0)).toHaveLength(1)
})
