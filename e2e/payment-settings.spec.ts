import { withClient } from '@slipstream/db/testing/test-database'
import { signIn } from './people.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const ADMIN = 'demo_admin'
const STRIPE = '/admin/payments/stripe'
const JOBS = '/admin/database/logs?tab=jobs'
const EVENT = 'evt_journey'
const DEAD_JOB = 'dead job of the journey'

let worker: ReturnType<typeof startWorker>
test.beforeAll(async () => {
  await withClient(store.environment().DATABASE_URL, async (client) => {
    await client.query(
      `insert into stripe_events (id, type, object_id, attempts, error, next_check_at)
       values ($1, 'charge.refunded', 'ch_journey', 3, 'Stripe did not answer', now() + interval '1 hour') on conflict do nothing`,
      [EVENT],
    )
    await client.query(
      `select graphile_worker.add_job('payments.check_money', payload => '{}'::json, job_key => $1, max_attempts => 12)`,
      [DEAD_JOB],
    )
    await client.query(
      `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'Stripe did not answer' where key = $1`,
      [DEAD_JOB],
    )
  })
  worker = startWorker(store.environment())
})
test.afterAll(() => worker.stop())

test('[ROUTE-12] [ROUTE-20] an administrator checks the connection to Stripe, replays an event that failed and retries a dead job', async ({
  page,
}) => {
  await signIn(page, ADMIN, STRIPE)
  await expect(page.getByText('Test: no real money moves')).toBeVisible()
  await expect(page.getByText('Yes, and accepts the key')).toBeVisible()
  await expect(page.getByText('The store called itself at this address and recognized its own answer.')).toBeVisible()

  await page.getByRole('link', { name: 'Show all events' }).click()
  const row = page.getByRole('row').filter({ hasText: EVENT })
  await expect(row.getByText('Failing')).toBeVisible()
  await row.getByRole('button', { name: `Show payload of ${EVENT}` }).click()
  await expect(page.getByText('Stripe no longer has this event')).toBeVisible()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: `Replay ${EVENT}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replay' }).click()
  await expect(async () => {
    await page.reload()
    await expect(row.getByText('Processed')).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 30_000 })

  await page.goto(`${JOBS}&state=dead`)
  const job = page.getByRole('row').filter({ hasText: 'payments.check_money' })
  await expect(job.getByText('12 of 12')).toBeVisible()
  await job.getByRole('button', { name: /^Retry/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retry' }).click()
  await expect(job).toHaveCount(0)
  await page.getByRole('link', { name: 'Changes', exact: true }).click()
  await expect(page.getByRole('row', { name: /Retry.*payments\.check_money/i }).getByText(ADMIN)).toBeVisible()
})
