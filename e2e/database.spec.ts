import { expectNoBarriersHere } from './barriers.ts'
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

test('[ROUTE-20] a backup is started on its page, proven, downloaded and listed as done in the tray', async ({
  page,
}) => {
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

  await page.getByRole('button', { name: /^Background work/ }).click()
  const tray = page.getByRole('dialog', { name: 'Background work' })
  await expect(tray.getByText('Backup', { exact: true }).first()).toBeVisible()
  await expect(tray.getByText('Done').first()).toBeVisible()
  await expectNoBarriersHere(page)
})
