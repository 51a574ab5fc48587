import { withClient } from '@slipstream/db/testing/test-database'
import { expectNoBarriers } from './barriers.ts'
import { signIn } from './people.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const ADMIN = 'demo_admin'

let worker: ReturnType<typeof startWorker>
test.beforeAll(() => {
  worker = startWorker(store.environment())
})
test.afterAll(() => worker.stop())

const BACKUP = '/admin/database/backup'
const CLEANUP = '/admin/database/cleanup'

test('[ROUTE-20] a backup is started on its page, proven and downloaded', async ({ page }) => {
  test.slow()
  await signIn(page, ADMIN, BACKUP)
  await page.getByRole('button', { name: 'Back up now' }).click()
  // Other stores share the bucket, so the newest row is this backup only once its progress has ended.
  const progress = page.getByRole('region', { name: 'Backup' })
  await expect(progress).toBeVisible()
  await expect(progress).toHaveCount(0, { timeout: 180_000 })
  const newest = page.getByRole('table', { name: 'Stored backups' }).getByRole('row').nth(1)
  await expect(page.getByText(/^The newest proven backup is from/)).toBeVisible()
  await expect(newest.getByText('Proven', { exact: true })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await newest.getByRole('button', { name: /^Download/ }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^slipstream-\d{8}-\d{6}-[0-9a-f]{8}\.dump\.age$/)
})

test('[ROUTE-20] a cleanup shows what is due, removes it after a confirmation and appears in the tray', async ({
  page,
}) => {
  // The worker may first do what earlier journeys have left in its queue.
  test.slow()
  const query = (text: string) =>
    withClient(store.environment().DATABASE_URL, async (client) => (await client.query(text)).rowCount)
  await query(`
    insert into sign_ins (method, result, ip, user_agent, at)
    values ('password', 'unknown_name', '', '', now() - interval '91 days')`)
  await signIn(page, ADMIN, CLEANUP)
  const due = page.getByRole('row', { name: /^Sign-in attempts/ })
  await expect(due).toContainText('90 days')
  await page.getByRole('button', { name: /^Remove .* now$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const overdue = () => query(`select from sign_ins where at < now() - interval '90 days'`)
  await expect.poll(overdue, { timeout: 180_000 }).toBe(0)
  await expect(page.getByText(/^The last cleanup ended/)).toBeVisible({ timeout: 60_000 })

  await page.getByRole('button', { name: /^Background work/ }).click()
  const tray = page.getByRole('dialog', { name: 'Background work' })
  await expect(tray.getByText('Cleanup', { exact: true }).first()).toBeVisible()
  await expect(tray.getByText('Done').first()).toBeVisible()
})

test('the backup and cleanup pages fit a phone and have no axe violations', async ({ page }) => {
  test.slow()
  await signIn(page, ADMIN, BACKUP)
  for (const path of [BACKUP, CLEANUP]) {
    await expectNoBarriers(page, path, page.getByRole('table'))
  }
})
