import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { callAs } from './api.ts'
import { expectNoBarriersHere } from './barriers.ts'
import { createPerson, openAnotherBrowser, signIn } from './people.ts'
import { expect, test } from './store.ts'

const DESKTOP = { width: 1440, height: 900 }

/** A ticket of a new customer. */
const openTicket = async (subject: string) => {
  const { username } = await createPerson()
  const body = { subject, body: 'The game closes while it loads.', category: 'mod', clientKey: randomUUID() }
  const { id } = await callAs(username, (client) => client.post<{ id: number }>('/api/tickets', body))
  return { id, username }
}

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const reply = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Reply to the customer' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

test('[CAP-10] [ROUTE-16] two staff members on one ticket: the second sees the first one’s answer', async ({
  page,
  browser,
  complaints,
  expectRefusal,
}) => {
  const subject = `Senko crashes ${randomUUID().slice(0, 8)}`
  const { id, username } = await openTicket(subject)
  expectRefusal(`POST /api/admin/tickets/${id}/reply`, 409)
  const [maren, idris] = [await createPerson({ isAdmin: true }), await createPerson({ isAdmin: true })]
  await page.setViewportSize(DESKTOP)
  await signIn(page, maren.username, '/admin/tickets')
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill(username)
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('link', { name: subject }).click()
  await expect(messages(page)).toContainText('The game closes while it loads.')
  await expectNoBarriersHere(page)

  const other = await openAnotherBrowser(browser, complaints)
  await other.page.setViewportSize(DESKTOP)
  await signIn(other.page, idris.username, `/admin/tickets?ticket=${id}`)
  await expect(messages(other.page)).toContainText('The game closes')

  // Both replies wait until they can no longer be undone, and the first to be sent wins. That must not depend on the
  // load of the machine.
  const { promise: isBeaten, resolve: letGo } = Promise.withResolvers<void>()
  await other.page.route(`**/api/admin/tickets/${id}/reply`, async (route) => {
    await isBeaten
    await route.continue()
  })
  await reply(page, 'Remove the old angle kit.')
  await reply(other.page, 'Which version do you have?')
  await expect(messages(page)).toContainText('Remove the old angle kit.', { timeout: 20_000 })
  letGo()
  await expect(messages(other.page)).toContainText('Remove the old angle kit.', { timeout: 20_000 })
  await expect(other.page.getByText(`${maren.username} wrote while you were answering.`)).toBeVisible()
  await expect(other.page.getByRole('textbox', { name: 'Reply to the customer' })).toHaveValue(
    'Which version do you have?',
  )
  await other.close()
})
