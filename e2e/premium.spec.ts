import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { withClient } from '@slipstream/db/testing/test-database'
import { writeMod } from '@slipstream/mod-archive/testing/generated-mod'
import { api } from './api.ts'
import { removeArchives } from './archives.ts'
import { barriersOn } from './barriers.ts'
import { createPerson, openAwake, type Person, signIn } from './people.ts'
import { releaseFile } from './released-file.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const HOUR_MS = 60 * 60 * 1_000

let folder = ''
let worker: ReturnType<typeof startWorker>
let fileName = ''
/** The first mod of the demo that Premium includes. */
let mod: { id: number; title: string }

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'premium-'))
  await writeMod(path.join(folder, 'mod.zip'), { vehicles: 1, configurations: 1, bytes: 100_000 })
  const answer = await fetch(`${store.url()}/api/mods?premium=true`)
  const { items } = (await answer.json()) as { items: (typeof mod)[] }
  if (!items[0]) throw new Error('the demo has no mod that Premium includes')
  mod = items[0]
  worker = startWorker(store.environment())
  ;({ fileName } = await releaseFile(mod.id, path.join(folder, 'mod.zip'), '9.0.0'))
})
test.afterAll(async () => {
  await removeArchives(fileName)
  await worker.stop()
  await rm(folder, { recursive: true })
})

const endPremium = ({ username }: Person) =>
  withClient(store.environment().DATABASE_URL, (client) =>
    client.query('update users set premium_expires_at = now() where username = $1', [username]),
  )
const downloadButton = (page: Page) => page.getByRole('button', { name: `Download ${mod.title}` })

test('[AUTH-09] [CAP-04] a member on a phone downloads an included mod until Premium ends, and finds the way back', async ({
  page,
  complaints,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  const person = await createPerson({ premiumExpiresAt: new Date(Date.now() + HOUR_MS) })
  await signIn(page, person.username, `/mods/${mod.id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Included with your Premium').locator('visible=true').first()).toBeVisible()
  await expect(main.getByRole('button', { name: /^Buy to keep for \$/ })).toBeVisible()
  expect(await barriersOn(page)).toEqual([])

  await expect(downloadButton(page).locator('visible=true')).toBeVisible()
  await main.getByRole('link', { name: 'Open locker' }).click()
  await expect(page).toHaveURL('/mod-locker')
  await expect(page.getByRole('list', { name: 'Included with your Premium' })).toContainText(mod.title)
  expect(await barriersOn(page)).toEqual([])
  const begun = page.waitForEvent('download')
  const refreshed = page.waitForResponse((response) => new URL(response.url()).pathname === api('/api/locker'))
  await downloadButton(page).click()
  await (await begun).cancel()
  await expect(page.getByText(/is downloading/)).toBeVisible()
  // The download refreshes the locker. After the end of Premium, that would remove the mod from the page.
  await refreshed

  // The page stays open while Premium ends.
  await endPremium(person)
  await downloadButton(page).click()
  await expect(page.getByText(/^Your Premium has ended/)).toBeVisible()
  complaints.splice(0).forEach((complaint) => expect(complaint).toContain('409'))
  expect(await barriersOn(page)).toEqual([])
  await page.getByRole('link', { name: 'Renew Premium' }).click()
  await expect(page).toHaveURL('/subscribe')

  await openAwake(page, '/mod-locker')
  await expect(page.getByText(/^Your Premium ended on/)).toBeVisible()
  await expect(downloadButton(page)).toHaveCount(0)
})
