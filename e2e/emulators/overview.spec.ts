import { expect, test } from '@playwright/test'
import { createCdnEmulator } from '@slipstream/emulators/cdn/cdn-emulator'
import { createOverview } from '@slipstream/emulators/overview/overview'
import { barriersOn, sidewaysOverflow } from '../barriers.ts'

const HERE = { host: '127.0.0.1', port: 0 }

for (const colorScheme of ['dark', 'light'] as const) {
  test(`the emulator overview links to an emulator, and neither page has axe violations in ${colorScheme} mode`, async ({
    page,
  }) => {
    const emulator = createCdnEmulator({ address: 'http://cdn.example' })
    const cdn = await emulator.app.listen(HERE)
    const overview = createOverview({ stripe: cdn, discord: cdn, turnstile: cdn, cdn })
    const address = await overview.app.listen(HERE)
    try {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 390, height: 844 })
      const check = async () => {
        // Its content may show before its style sheet has loaded.
        await page.waitForLoadState()
        expect(await barriersOn(page)).toEqual([])
        expect(await sidewaysOverflow(page)).toBe(0)
      }
      await page.goto(address)
      await expect(page.getByRole('cell', { name: '4242 4242 4242 4242' })).toBeVisible()
      await check()
      await page.getByRole('link', { name: 'CDN' }).click()
      await expect(page).toHaveURL(`${cdn}/`)
      await check()

      // The form of the control API redirects to its page, which shows the faults.
      await page.getByLabel('For calls that begin with').fill('POST /client')
      await page.getByRole('button', { name: 'Set fault' }).click()
      await expect(page).toHaveURL(`${cdn}/`)
      await expect(page.getByRole('cell', { name: 'POST /client' })).toBeVisible()
      await check()
      await page.getByRole('button', { name: 'Clear all faults' }).click()
      await expect(page.getByText('No faults are set.')).toBeVisible()
    } finally {
      await overview.app.close()
      await emulator.app.close()
    }
  })
}

test('a page from another origin cannot inject faults', async ({ page }) => {
  const emulator = createCdnEmulator({ address: '' })
  const stranger = createOverview({ stripe: '', discord: '', turnstile: '', cdn: '' })
  const address = await emulator.app.listen(HERE)
  try {
    await page.goto(await stranger.app.listen(HERE))
    // Opened like a form submit, because the page's CSP forbids fetch.
    await page.setContent(
      `<form method="post" action="${address}/_control/faults"><input name="kind" value="unavailable"><button>Send</button></form>`,
    )
    await page.getByRole('button').click()
    await expect(page.getByText('This form works only on the emulator’s own pages.')).toBeVisible()
    expect(await (await fetch(`${address}/_control/faults`)).json()).toEqual([])
  } finally {
    await stranger.app.close()
    await emulator.app.close()
  }
})
