import { expectNoBarriersHere } from './barriers.ts'
import { signIn } from './people.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'
import { newSubscriber } from './subscribers.ts'

const RECENT = '/admin/subscriptions/recent'

test('[PLAN-05] [ROUTE-09] [CAP-14] an administrator sees a new subscription and refunds it', async ({ page }) => {
  const { username } = await newSubscriber('Premium Month')
  const worker = startWorker(store.environment())
  try {
    await signIn(page, 'demo_admin', RECENT)
    const row = page.getByRole('row').filter({ hasText: username })
    await expect(row).toContainText('$6.99')
    await row.getByRole('button', { name: `Refund the payment of ${username}` }).click()
    await page.getByLabel('Reason').fill('Asked by phone')
    await expectNoBarriersHere(page)
    await page.getByRole('button', { name: 'Refund payment' }).click()
    // A reload would cut the call off.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(async () => {
      await page.reload()
      await expect(row.getByText('Refunded')).toBeVisible({ timeout: 5_000 })
    }).toPass()
  } finally {
    await worker.stop()
  }
})
