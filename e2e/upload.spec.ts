import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CDPSession, Page, Request } from '@playwright/test'
import { writeMod } from '@slipstream/mod-archive/testing/generated-mod'
import { api } from './api.ts'
import { removeArchives } from './archives.ts'
import { barriersOn, sidewaysOverflow } from './barriers.ts'
import { createPerson, signIn } from './people.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const CREATE = '/admin/products/create'
const MEGABYTE = 1e6
/** Each part has 16 MiB. */
const PARTS = 18
const SEEN_WITHIN_MS = 5_000

let folder = ''
let worker: ReturnType<typeof startWorker>
const archive = (name: string) => path.join(folder, `${name}.zip`)

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'upload-'))
  await writeMod(archive('strada_pack'), { vehicles: 3, configurations: 36, bytes: 300 * MEGABYTE })
  await writeMod(archive('vento'), { vehicles: 1, configurations: 3, bytes: 2 * MEGABYTE })
  worker = startWorker(store.environment())
})
test.afterAll(async () => {
  await removeArchives('strada_pack.zip', 'vento.zip')
  await worker.stop()
  await rm(folder, { recursive: true })
})

/** The part numbers the browser sends to the storage, and those the storage has received. */
const watchParts = (page: Page) => {
  const sent: number[] = []
  const taken: number[] = []
  const partsIn = (request: Request) => {
    const { origin, searchParams } = new URL(request.url())
    const part = searchParams.get('partNumber')
    return request.method() === 'PUT' && origin !== store.url() && part ? [Number(part)] : []
  }
  page.on('request', (request) => sent.push(...partsIn(request)))
  page.on('response', (response) => {
    if (response.ok()) taken.push(...partsIn(response.request()))
  })
  return { sent, taken }
}

/** Slow enough to be interrupted halfway. */
const slowDown = async (session: CDPSession) => {
  const speed = (bytesPerSecond: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    })
  await speed(40 * MEGABYTE)
  return () => speed(-1)
}

const chooseAgain = (page: Page) => page.getByLabel('Choose strada_pack.zip again to resume')
const idOf = (page: Page) => Number(new URL(page.url()).pathname.split('/').at(-1))

test('a 300 MB upload resumes after a reload, fills the form, and is for sale seconds later', async ({
  page,
  devtools,
}) => {
  test.slow()
  const { username } = await createPerson({ isAdmin: true })
  await signIn(page, username, CREATE)
  const parts = watchParts(page)
  const speedUp = await slowDown(devtools)
  await page.getByLabel('Drop the mod’s zip file here').setInputFiles(archive('strada_pack'))
  await expect(page).toHaveURL(/\/admin\/products\/edit\/\d+$/)
  await expect(page.getByRole('progressbar', { name: 'Uploading strada_pack.zip' })).toBeVisible()
  await expect.poll(() => parts.taken.length).toBeGreaterThanOrEqual(3)

  // Leaving shows a warning.
  page.once('dialog', (dialog) => void dialog.accept())
  const warned = page.waitForEvent('dialog')
  await page.reload()
  expect((await warned).type()).toBe('beforeunload')
  const before = parts.taken.splice(0)
  expect(before.length).toBeLessThan(PARTS)
  parts.sent.length = 0
  await speedUp()

  await chooseAgain(page).setInputFiles(archive('vento'))
  await expect(page.getByText('vento.zip is a different file.')).toBeVisible()
  expect(parts.sent).toEqual([])
  const started = page.waitForResponse((response) => response.url().endsWith(api('/api/admin/uploads')))
  await chooseAgain(page).setInputFiles(archive('strada_pack'))
  const { doneParts } = (await (await started).json()) as { doneParts: number[] }
  expect(doneParts).toEqual(expect.arrayContaining(before))

  await expect(page.getByText('The archive filled in the form.')).toBeVisible({ timeout: 60_000 })
  const missing = Array.from({ length: PARTS }, (_, index) => index + 1).filter((part) => !doneParts.includes(part))
  expect(parts.sent.toSorted((one, other) => one - other)).toEqual(missing)

  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(/Strada/)
  await page.getByLabel('Price', { exact: true }).fill('9')
  await page.getByRole('radiogroup', { name: 'Category' }).getByText('Rally', { exact: true }).click()
  await page.getByRole('checkbox', { name: /newest/ }).check()
  await expect(page.getByText('Checked, in a release')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('7 of 7')).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish for $9.00' }).click()
  await expect(page.getByRole('heading', { name: 'is on sale' })).toBeVisible()

  const address = `/mods/${idOf(page)}`
  const html = async () => (await page.request.get(address)).text()
  await expect.poll(html, { timeout: SEEN_WITHIN_MS }).toMatch(/\b36\b[^.]{0,10} configurations/)
  await page.goto(address)
  await expect(page.getByText('36 configurations', { exact: true })).toBeVisible()
  await expect(page.getByText('Strada BASE').first()).toBeVisible()
})

test('on a phone an archive fills the untouched fields of a draft, what is undone stays undone after a reload, and the editor fits', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { username } = await createPerson({ isAdmin: true })
  await signIn(page, username, CREATE)
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await page.getByLabel('Drop the mod’s zip file here').setInputFiles(archive('vento'))
  await field('Make').fill('Typed by hand')
  const panel = page.getByRole('region', { name: 'Archive' })
  await expect(panel.getByText('Checked, in a release')).toBeVisible({ timeout: 60_000 })
  await panel.getByText('Show the report and all suggestions').click()
  await panel.getByText('3 configurations', { exact: true }).click()
  await expect(panel.getByText('Sport (M)', { exact: false })).toBeVisible()
  expect(await sidewaysOverflow(page)).toBe(0)
  expect(await barriersOn(page)).toEqual([])

  await expect(field('Title')).toHaveValue('Automotora Strada')
  await expect(field('Make')).toHaveValue('Typed by hand')
  await panel.getByRole('button', { name: 'Undo: Title' }).click()
  await expect(field('Title')).toHaveValue('Vento')
  await expect(page.getByRole('status').getByText(/not saved: .*Draft kept/)).toBeVisible()
  await page.reload()
  await expect(panel.getByText('Checked, in a release')).toBeVisible({ timeout: 60_000 })
  await expect(field('Title')).toHaveValue('Vento')

  const power = page.getByRole('textbox', { name: /^Power \(kW\) of/ }).first()
  await expect(power).toBeHidden()
  await page
    .getByRole('button', { name: /^All figures of/ })
    .first()
    .click()
  await expect(power).toBeVisible()
  expect(await sidewaysOverflow(page)).toBe(0)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Basics' })).toBeHidden()
  await expect(page.frameLocator('iframe').getByRole('article')).toContainText('Vento')
  expect(await sidewaysOverflow(page)).toBe(0)
})
