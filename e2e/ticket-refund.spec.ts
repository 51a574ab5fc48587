import type { Page } from '@playwright/test'
import { expectNoBarriersHere } from './barriers.ts'
import { newestMail } from './mailbox.ts'
import { createPerson, openAnotherBrowser, signIn } from './people.ts'
import { buyMods } from './purchases.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const PHONE = { width: 390, height: 844 }
const VAN = { id: 11, title: 'Merle Wayfarer' }
const SENKO = { id: 2, title: 'Tsukiro Senko D-Spec' }

let worker: ReturnType<typeof startWorker>
test.beforeAll(() => {
  worker = startWorker(store.environment())
})
test.afterAll(() => worker.stop())

const logFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Writes from the locker about a broken mod, with the game's log. Returns the ticket's number. */
const writeFromLocker = async (page: Page) => {
  await page.getByRole('button', { name: `More actions for ${VAN.title}` }).click()
  await page.getByRole('menuitem', { name: 'Get help with this mod' }).click()
  await page.getByLabel('Subject').fill('It closes while it loads')
  await page.getByLabel('Message').fill('Since the update the game closes.')
  await page
    .getByLabel('Add a screenshot or log')
    .setInputFiles(logFile('game.log', '1.00 C:\\Users\\Kit\\mods\n2.00 crashed'))
  await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('game.log')
  await expectNoBarriersHere(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'It closes while it loads' })).toBeVisible()
  return Number(new URL(page.url()).searchParams.get('ticket'))
}

test('[CAP-02] [CAP-10] a broken mod goes on phones from the locker to a ticket, an answer and a refund that its owner sees', async ({
  page,
  browser,
  complaints,
}) => {
  test.slow()
  const [person, idris] = [await createPerson(), await createPerson({ isAdmin: true })]
  const number = await buyMods(person, [VAN.id, SENKO.id])
  await page.setViewportSize(PHONE)
  await signIn(page, person.username, '/mod-locker')
  const ticketId = await writeFromLocker(page)

  const { page: desk, close } = await openAnotherBrowser(browser, complaints)
  await desk.setViewportSize(PHONE)
  await signIn(desk, idris.username, `/admin/tickets?ticket=${ticketId}`)
  await desk.getByRole('button', { name: /game\.log/ }).click()
  const log = desk.getByRole('dialog', { name: 'game.log' })
  await expect(log).toContainText('1.00 C:\\Users\\…\\mods')
  await expect(log).toContainText('2.00 crashed')
  await desk.getByRole('button', { name: 'Close', exact: true }).last().click()

  // Another category changes the deadline of the ticket.
  await desk.getByRole('button', { name: 'More', exact: true }).click()
  await desk.getByRole('menuitem', { name: 'Change category' }).click()
  await desk.getByRole('dialog').getByLabel('Category').selectOption('Refund')
  await desk.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
  await expect(desk.getByText('Refund, answer within 24 h')).toBeVisible()

  await desk.getByLabel('Add a screenshot or log').setInputFiles(logFile('fixed.txt', 'Replace line 2'))
  await expect(desk.getByRole('list', { name: 'Files to send' })).toContainText('fixed.txt')
  await desk
    .getByRole('textbox', { name: 'Reply to the customer' })
    .fill('We cannot repair it, so you get your money back.')
  await desk.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('We cannot repair it, so you get your money back.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: /fixed\.txt/ })).toBeVisible()
  // At first the newest mail may still be the receipt of the purchase.
  await expect
    .poll(async () => (await newestMail(person.email)).subject)
    .toBe(`We have answered your ticket ${ticketId}`)

  await desk.getByRole('button', { name: 'Customer', exact: true }).click()
  await desk
    .getByRole('button', { name: /^Refund/ })
    .first()
    .click()
  const refund = desk.getByRole('dialog', { name: `Refund ${number}` })
  await refund.getByRole('checkbox', { name: SENKO.title }).uncheck()
  await refund.getByLabel('Reason').fill('It does not start')
  await expectNoBarriersHere(desk)
  await refund.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(refund).toBeHidden()
  await expect(desk.getByText(new RegExp(`${idris.username} refunded .* of ${number}`))).toBeAttached()
  await close()

  await expect(page.getByText(new RegExp(`refunded .* of ${number}`))).toBeVisible()
  await expectNoBarriersHere(page)
  await page.goto('/mod-locker')
  await expect(page.getByRole('button', { name: `More actions for ${SENKO.title}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `More actions for ${VAN.title}` })).toHaveCount(0)
  await page.goto('/profile?tab=notifications')
  await expect(page.getByText(new RegExp(`of order ${number} was refunded`))).toBeVisible()
})
