import { withClient } from '@slipstream/db/testing/test-database'
import { expectNoBarriersHere } from './barriers.ts'
import { subjectsTo } from './mailbox.ts'
import { signInAsDeveloper } from './providers.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const OWNER = `owner-${process.pid}-${Date.now()}@mail.example`

let worker: ReturnType<typeof startWorker>
const query = (text: string, values: unknown[] = []) =>
  withClient(store.environment().DATABASE_URL, (client) => client.query(text, values))

test.beforeAll(async () => {
  await query(`insert into settings (key, value) values ('staffEmail', to_jsonb($1::text))`, [OWNER])
  // An earlier attempt may have left some.
  await query(`delete from incidents where subject = 'uploads.sweep'`)
  await query(`
    insert into incidents
      (check_name, subject, problem, first_seen_at, last_seen_at, opened_at, ended_at, told_at, end_told_at)
    select 'jobs.dead', 'uploads.sweep', '2 uploads.sweep jobs used up all attempts. The latest error: the bucket is away',
      at, at, at, at + interval '2 hours', at, at + interval '2 hours'
    from (select now() - n * interval '1 day' as at from generate_series(1, 25) n) days`)
  await query(`
    insert into error_groups (fingerprint, source, name, place, message, count, first_at, last_at, version)
    values ('e2e', 'worker', 'TypeError', 'scalePicture in apps/server/src/features/pictures/pictures.service.ts',
      'the picture is gone', 1204, now() - interval '3 days', now(), '0.1.0') on conflict do nothing`)
  worker = startWorker(store.environment())
})
test.afterAll(async () => {
  await worker.stop()
  await query(`delete from settings where key = 'staffEmail'`)
})

test('the developer sees what the store watches, and a problem and a test alert reach the owner', async ({ page }) => {
  // The checks run at the full minute.
  test.slow()
  await signInAsDeveloper(page, '/admin/developer?tab=alerts')

  await page.getByRole('button', { name: 'Send a test alert' }).click()
  await expect(page.getByText('A test alert is on its way.')).toBeVisible()
  await expect.poll(() => subjectsTo(OWNER)).toContainEqual(expect.stringContaining('test alert'))

  // As if a job had used up its attempts.
  await query(`
    select graphile_worker.add_job('uploads.sweep', '{}', job_key => 'e2e-dead', max_attempts => 1, run_at => now() + interval '1 day')`)
  await query(`
    update graphile_worker._private_jobs set attempts = 1, last_error = 'the bucket is away' where key = 'e2e-dead'`)
  const incidents = page.getByRole('region', { name: 'Open incidents' })
  await expect(incidents).toContainText('Jobs failed for good: uploads.sweep', { timeout: 90_000 })
  await expect.poll(() => subjectsTo(OWNER)).toContainEqual(expect.stringContaining('Jobs failed for good'))
  await expect(page.getByText(/^OK, /)).toHaveCount(3)
  const jobs = page.getByRole('table', { name: 'Scheduled jobs' })
  await expect(jobs.getByRole('row').filter({ hasText: 'alerts.check' })).toContainText('On time')

  const earlier = page.getByRole('table', { name: 'Earlier incidents' })
  await expect(earlier.getByRole('row')).toHaveCount(21)
  await page.getByRole('button', { name: 'Load 20 more' }).click()
  // Other journeys may have opened and ended incidents of their own.
  await expect(earlier.getByRole('row').filter({ hasText: 'uploads.sweep' })).toHaveCount(25)

  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await expectNoBarriersHere(page)
  }
})
