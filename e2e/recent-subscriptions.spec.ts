import { barriersOn, showTheme, sidewaysOverflow } from './barriers.ts'
import { openAwake, signIn } from './people.ts'
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

for (const [theme, width, height] of [
  ['dark', 1440, 900],
  ['light', 390, 844],
] as const) {
  test(`axe finds nothing on the recent subscriptions at ${width} px in the ${theme} theme`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, 'demo_admin', RECENT)
    await openAwake(page, RECENT)
    await showTheme(page, theme)
    await expect(page.getByText('Recurring revenue')).toBeVisible()
    expect(await barriersOn(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
  })
}
