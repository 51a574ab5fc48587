import type { Page } from '@playwright/test'
import { expectNoBarriersHere } from './barriers.ts'
import { openAsleep, openAwake } from './people.ts'
import { expect, forgetComplaints, test } from './store.ts'

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

const control = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search' })
const overlay = (page: Page) => page.getByRole('dialog', { name: 'Search mods' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search mods' })
const option = (page: Page, name: string | RegExp) => overlay(page).getByRole('option', { name })
const group = (page: Page, name: string) => overlay(page).getByRole('group', { name })

test('on a phone, the search shows mods with picture and price while typing, opens one, and survives a lost connection', async ({
  page,
  context,
  complaints,
}) => {
  await page.setViewportSize(PHONE)
  await openAwake(page, '/about')
  await control(page).click()
  await expect(field(page)).toBeFocused()
  await expect(group(page, 'Categories').getByRole('option').first()).toBeVisible()
  await expectNoBarriersHere(page)

  await field(page).fill('rall')
  const first = group(page, 'Mods').getByRole('option').first()
  await expect(first).toContainText('$')
  await expect(first.locator('img')).toBeVisible()
  await expect(group(page, 'Categories').getByRole('option').first()).toContainText(/\d mods?/)
  await expectNoBarriersHere(page)

  await first.click()
  await expect(page).toHaveURL(/\/mods\/\d+$/)
  await expect(overlay(page)).toBeHidden()

  // The search that led there is offered again, and can be forgotten.
  await control(page).click()
  await group(page, 'Recent searches').getByRole('option', { name: 'rall' }).click()
  await expect(field(page)).toHaveValue('rall')
  await expect(group(page, 'Mods')).toBeVisible()
  await overlay(page).getByRole('button', { name: 'Clear' }).click()
  await overlay(page).getByRole('button', { name: 'Forget recent searches' }).click()
  await expect(group(page, 'Recent searches')).toBeHidden()

  await context.setOffline(true)
  await field(page).fill('drift')
  await expect(overlay(page).getByRole('alert')).toContainText('You seem to be offline')
  await expectNoBarriersHere(page)
  await context.setOffline(false)
  await expect(group(page, 'Mods').getByRole('option').first()).toBeVisible({ timeout: 15_000 })
  await expect(field(page)).toHaveValue('drift')
  await page.keyboard.press('Escape')
  await expect(overlay(page)).toBeHidden()
  await expect(control(page)).toBeFocused()
  // While offline, the browser and the router reported failed loads.
  forgetComplaints(complaints, (each) => /Failed to (load|fetch)/.test(each))
})

test('the search is used with the keyboard alone: the slash opens it unless it is switched off, arrows choose, Enter opens', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await openAwake(page, '/mods/1')
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('turbo')
  await expect(group(page, 'Mods').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(group(page, 'Mods').getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(option(page, /^Show all \d+ mods$/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/mods?q=turbo')
  await expect(overlay(page)).toBeHidden()

  // Without a chosen suggestion Enter shows all results; in a field the slash is a character.
  await page.getByRole('searchbox', { name: 'Search mods' }).press('/')
  await expect(page).toHaveURL(/q=%2Fturbo|q=turbo%2F/)
  await expect(overlay(page)).toBeHidden()
  await page.locator('#main').focus()
  await page.keyboard.press('/')
  await page.keyboard.type('van')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/mods?q=van')

  // A misspelled search is corrected with one key.
  await page.locator('#main').focus()
  await page.keyboard.press('/')
  await page.keyboard.type('ralyl')
  await expect(group(page, 'Did you mean').getByRole('option', { name: 'rally' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('rally')
  await expect(group(page, 'Mods').getByRole('option').first()).toBeVisible()
  await expect(group(page, 'Did you mean')).toBeHidden()
  await field(page).fill('xylophone')
  await expect(overlay(page).getByText('No mod matches “xylophone”')).toBeVisible()
  await expectNoBarriersHere(page)

  await overlay(page).getByRole('button', { name: '/ opens search' }).click()
  await page.keyboard.press('Escape')
  await expect(overlay(page)).toBeHidden()
  await openAwake(page, '/about')
  await page.keyboard.press('/')
  await expect(overlay(page)).toBeHidden()
  await control(page).click()
  await overlay(page).getByRole('button', { name: '/ is switched off' }).click()
  await page.keyboard.press('Escape')
  await expect(overlay(page)).toBeHidden()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
})

test('what is typed before the page has hydrated and before the search has loaded is kept, and Enter opens the results', async ({
  page,
}) => {
  const release = await openAsleep(page, '/mods/1')
  await page.keyboard.press('/')
  // Nothing to search for yet.
  await page.keyboard.press('Enter')
  await page.keyboard.type('rally & more')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/mods?q=rally+%26+more')

  await page.goto('/mods/1', { waitUntil: 'commit' })
  await expect(page.getByRole('main')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('rallx')
  await page.keyboard.press('Backspace')
  release()
  await expect(field(page)).toHaveValue('rall')
  await page.keyboard.type('y')
  await expect(field(page)).toHaveValue('rally')
  await expect(group(page, 'Mods').getByRole('option').first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/mods/1')
})
