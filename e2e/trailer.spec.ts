import { categories } from '@slipstream/db/tables/mods'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { withClient } from '@slipstream/db/testing/test-database'
import { expectNoBarriersHere } from './barriers.ts'
import { openAwake, withDatabase } from './people.ts'
import { expect, store, test } from './store.ts'
import { lowControls } from './targets.ts'

const createModWithTrailer = () =>
  withDatabase(async (db) => {
    const [category] = await db.select({ id: categories.id }).from(categories).limit(1)
    if (!category) throw new Error('The demo has no category')
    return createMod(db, { categoryId: category.id, videoUrl: 'https://youtu.be/dQw4w9WgXcQ' })
  })

test('a trailer contacts nobody before the visitor presses play, and then only YouTube', async ({ page }) => {
  const { id } = await createModWithTrailer()
  const abroad: string[] = []
  page.on('request', (request) => {
    const { origin, hostname } = new URL(request.url())
    if (hostname !== '127.0.0.1' && origin !== 'null') abroad.push(origin)
  })
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Video</title><p>The video plays.</p>' }),
  )
  try {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAwake(page, `/mods/${id}`)
    await page.getByRole('button', { name: 'Trailer' }).click()
    const dialog = page.getByRole('dialog', { name: /^Trailer of/ })
    await expect(dialog.getByText(/load the video from YouTube/)).toBeVisible()
    await expectNoBarriersHere(page)
    expect(await lowControls(page)).toEqual([])
    await page.waitForLoadState('networkidle')
    expect(abroad).toEqual([])

    await dialog.getByRole('button', { name: 'Play the trailer from YouTube (Google)' }).click()
    await expect(dialog.frameLocator('iframe').getByText('The video plays.')).toBeVisible()
    expect(abroad).toEqual(['https://www.youtube-nocookie.com'])
  } finally {
    await withClient(store.environment().DATABASE_URL, (client) =>
      client.query(`update mods set status = 'archived' where id = $1`, [id]),
    )
  }
})
