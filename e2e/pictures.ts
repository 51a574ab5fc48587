import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { writeMod } from '@slipstream/mod-archive/testing/generated-mod'
import { removeArchives } from './archives.ts'
import { buyAndDownload, dropLeak, repack } from './leaked-copy.ts'
import { openAwake, signIn } from './people.ts'
import { releaseFile } from './released-file.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const FOLDER = path.resolve(import.meta.dirname, '../docs/pictures')
/** Small enough for a README, large enough to read. */
const SIZE = { width: 1280, height: 800 }
const QUALITY = 72

interface PictureOf {
  /** The file in docs/pictures. */
  name: string
  path: string
  as?: 'demo_admin' | 'demo_customer'
  /** Brings the page into the state to show. */
  show: (page: Page) => Promise<void>
}

/** To add one, append a line here and show the file in the README. */
const PICTURES: readonly PictureOf[] = [
  {
    name: 'home',
    path: '/',
    show: async (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  {
    name: 'comparison',
    path: '/mods/1',
    show: async (page) => {
      const boxes = page.getByRole('checkbox', { name: /^Compare / })
      for (const place of [0, 1]) {
        await boxes.nth(place).click({ force: true })
        await expect(boxes.nth(place)).toBeChecked()
      }
      await page.getByRole('region', { name: 'Comparison' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'workbench',
    path: '/admin/products/edit/1',
    as: 'demo_admin',
    show: async (page) => expect(page.getByText('On the card')).toBeVisible(),
  },
  {
    name: 'dashboard',
    path: '/admin',
    as: 'demo_admin',
    show: async (page) => {
      await expect(page.getByRole('heading', { name: 'Needs you' })).toBeVisible()
      await expect(page.locator('.recharts-surface').first()).toBeVisible()
    },
  },
  {
    name: 'tickets',
    path: '/admin/tickets',
    as: 'demo_admin',
    show: async (page) => {
      await page.locator('main a[href*="ticket="]').first().click()
      await expect(page).toHaveURL(/ticket=/)
    },
  },
]

const isLoaded = (page: Page) =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < window.innerHeight && image.loading !== 'lazy')
      .every(({ complete }) => complete),
  )

const take = async (page: Page, name: string) => {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expect.poll(() => isLoaded(page)).toBe(true)
  await page.screenshot({ path: path.join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: QUALITY })
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize(SIZE)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
})

for (const { name, path: address, as, show } of PICTURES) {
  test(`picture ${name}`, async ({ page, complaints }) => {
    if (as) await signIn(page, as, address)
    else await openAwake(page, address)
    await show(page)
    await take(page, name)
    // A picture may be taken even if something else on the page complains.
    complaints.length = 0
  })
}

test('picture trace', async ({ page, complaints }) => {
  test.slow()
  const folder = await mkdtemp(path.join(tmpdir(), 'pictures-'))
  const worker = startWorker(store.environment())
  const archive = path.join(folder, 'mod.zip')
  await writeMod(archive, { vehicles: 1, configurations: 2, physicsFiles: 8, bytes: 400_000 })
  const { fileName } = await releaseFile(1, archive, '1.2.0')
  try {
    const { file } = await buyAndDownload(page, 1, folder)
    const leak = await repack(file, folder, 'FREE DOWNLOAD aurelion full.zip')
    await signIn(page, 'demo_admin', '/admin/mods?tab=trace')
    await dropLeak(page, leak)
    const result = page.getByRole('heading', { name: 'This copy comes from one purchase' })
    await expect(result).toBeVisible({ timeout: 60_000 })
    await page.getByText('FREE DOWNLOAD aurelion full.zip').first().scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 330)
    await take(page, 'trace')
  } finally {
    await removeArchives(fileName)
    await worker.stop()
    await rm(folder, { recursive: true })
  }
  complaints.length = 0
})
