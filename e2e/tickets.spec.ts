import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { callAs } from './api.ts'
import { expectNoBarriersHere } from './barriers.ts'
import { linkIn, newestMail } from './mailbox.ts'
import { createPerson, newName, signIn } from './people.ts'
import { buyMods } from './purchases.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
const VAN = { id: 11, title: 'Merle Wayfarer' }

let worker: ReturnType<typeof startWorker>
test.beforeAll(() => {
  worker = startWorker(store.environment())
})
test.afterAll(() => worker.stop())

const botCheckPassed = (page: Page) =>
  expect(page.getByRole('group', { name: 'Bot check' }).frameLocator('iframe').getByRole('status')).toHaveText(
    'Success!',
  )

/** Answers as a member of the staff, without the panel. */
const answerAsStaff = async (ticketId: number, body: string) => {
  const { username } = await createPerson({ isAdmin: true })
  await callAs(username, async ({ get, post }) => {
    const { lastMessageId } = await get<{ lastMessageId: number }>(`/api/admin/tickets/${ticketId}`)
    const after = 'waiting'
    await post(`/api/admin/tickets/${ticketId}/reply`, { body, clientKey: randomUUID(), lastMessageId, after })
  })
}

for (const [name, size] of Object.entries(SIZES)) {
  test(`[CAP-02] a broken mod goes from the locker to a ticket with its log, to an answer and to solved (${name})`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    const person = await createPerson()
    await buyMods(person, [VAN.id])
    await signIn(page, person.username, '/mod-locker')
    await page.getByRole('button', { name: `More actions for ${VAN.title}` }).click()
    await page.getByRole('menuitem', { name: 'Get help with this mod' }).click()

    await expect(page.getByLabel('Which mod?')).toHaveValue(String(VAN.id))
    await expect(page.getByRole('region', { name: 'This may already help' })).toBeVisible()
    await page.getByLabel('Subject').fill('It closes while it loads')
    await page.getByLabel('Message').fill('Since the update the game closes.')
    await page.getByLabel('Add a screenshot or log').setInputFiles({
      name: 'game.log',
      mimeType: 'text/plain',
      buffer: Buffer.from('1.00 C:\\Users\\Kit\\mods\n2.00 crashed'),
    })
    await expect(page.getByRole('list', { name: 'Files to send' })).toContainText('game.log')
    await expectNoBarriersHere(page)
    await page.getByRole('button', { name: 'Send' }).click()

    await expect(page.getByRole('heading', { level: 2, name: 'It closes while it loads' })).toBeVisible()
    await expect(page.getByText('You’ll hear from us by')).toBeVisible()
    await page.getByRole('button', { name: /game\.log/ }).click()
    await expect(page.getByRole('region', { name: 'Log' }).getByRole('listitem')).toHaveText([
      '11.00 C:\\Users\\…\\mods',
      '22.00 crashed',
    ])
    await page.getByRole('button', { name: 'Close' }).click()

    const ticketId = Number(new URL(page.url()).searchParams.get('ticket'))
    await answerAsStaff(ticketId, 'Remove the old file from the mods folder.')
    await expect(page.getByText('Remove the old file from the mods folder.')).toBeVisible()
    // At first the newest mail may still be the receipt of the purchase.
    await expect
      .poll(async () => (await newestMail(person.email)).subject)
      .toBe(`We have answered your ticket ${ticketId}`)
    await page.getByRole('textbox', { name: 'Reply' }).fill('That helped, thank you.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('That helped, thank you.')
    await page.getByRole('button', { name: 'Mark as solved' }).click()
    await page.getByRole('radio', { name: 'Very good' }).check({ force: true })
    await page.getByRole('button', { name: 'Send rating' }).click()
    await expect(page.getByText('Thank you for rating us.')).toBeVisible()
    await expectNoBarriersHere(page)
  })

  test(`[ROUTE-23] a visitor writes without an account and follows the mailed link to the answer (${name})`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    const email = `${newName('guest')}@customer.example`
    await page.goto('/contact')
    await botCheckPassed(page)
    await page.getByLabel('Your name').fill('Kit')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Subject').fill('Do you sell trucks?')
    await page.getByLabel('Message').fill('I would like one with a crane.')
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByText('Your message has arrived')).toBeVisible()

    const mail = await newestMail(email)
    expect(mail.text).toContain('Replies to this e-mail are not read.')
    expect(mail.text).not.toContain('crane')
    await page.goto(linkIn(mail).address)
    await expect(page.getByText('I would like one with a crane.')).toBeVisible()
    await expect(page).toHaveURL('/tickets')
    await expect(page.getByText('You are writing as g…@c….example')).toBeVisible()
    await page.getByRole('textbox', { name: 'Reply' }).fill('And a winch.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('And a winch.')
    await expectNoBarriersHere(page)
  })
}
