import type { Page } from '@playwright/test'
import { expectNoBarriersHere } from './barriers.ts'
import { createPerson, openAnotherBrowser, signIn } from './people.ts'
import { expect, test } from './store.ts'

const PHONE = { width: 390, height: 844 }

const boardRow = (page: Page, title: string) =>
  page.getByRole('table', { name: /Compatibility/ }).getByRole('row', { name: title })

/** Waits until players see the warning on the mod's page. */
const expectWarning = async (page: Page, address: string, text: string) => {
  await expect(async () => {
    await page.goto(address)
    // In the buy box, beside the game versions that the mod works with.
    await expect(page.getByRole('main').getByRole('link', { name: text })).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

test('after a game update players see a warning until an admin confirms the mod, and the history records it', async ({
  page,
  browser,
  complaints,
}) => {
  const { username } = await createPerson({ isAdmin: true })
  const player = await openAnotherBrowser(browser, complaints)
  await signIn(page, username, '/admin/mods')

  await page.getByRole('button', { name: 'Announce game version' }).click()
  const dialog = page.getByRole('dialog', { name: 'Announce game version' })
  await dialog.getByLabel('Game version').fill('0.91')
  await dialog.getByRole('button', { name: 'Announce 0.91' }).click()
  await expect(page.getByText('12 to confirm for 0.91')).toBeVisible()
  await expect(boardRow(page, 'Kestrel R4 Rally')).toContainText('Unconfirmed')
  const edit = await boardRow(page, 'Kestrel R4 Rally').getByRole('link').getAttribute('href')
  const address = `/mods/${edit?.split('/').at(-1)}`
  await expectWarning(player.page, address, 'Not confirmed for 0.91')

  for (const title of ['Kestrel R4 Rally', 'Orsana Aurelion']) {
    await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  }
  await page.setViewportSize(PHONE)
  await expect(page.getByRole('region', { name: 'Selected rows' })).toBeInViewport()
  await expectNoBarriersHere(page)
  await page.getByRole('button', { name: 'Confirm 2' }).click()
  await expect(page.getByText('10 to confirm for 0.91')).toBeVisible()
  await expect(boardRow(page, 'Kestrel R4 Rally')).toContainText(username)
  await expectWarning(player.page, address, 'Works with 0.91')
  await expect(player.page.getByRole('region', { name: 'Compatibility' })).toContainText('Game 0.91')

  await page.getByRole('button', { name: 'More for Kestrel R4 Rally' }).click()
  await page.getByRole('menuitem', { name: 'Set state…' }).click()
  const verdict = page.getByRole('dialog', { name: 'Kestrel R4 Rally with 0.91' })
  await expectNoBarriersHere(page)
  await verdict.getByLabel('State').selectOption('broken')
  await verdict.getByLabel('Note for players').fill('The handbrake holds nothing.')
  await verdict.getByRole('button', { name: 'Save' }).click()
  await expect(boardRow(page, 'Kestrel R4 Rally')).toContainText('Broken')
  await expectWarning(player.page, address, 'Broken in 0.91')

  await page.getByRole('button', { name: 'More for Kestrel R4 Rally' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'Compatibility history' }).getByRole('listitem')
  await expect(history.first()).toContainText('The handbrake holds nothing.')
  await expect(history.first()).toContainText(username)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Retract 0.91' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retract 0.91' }).click()
  await expect(page.getByText(/ for 0\.37$/)).toBeVisible()
  await expectWarning(player.page, address, 'Works with 0.37')
  await player.close()
})
