import type { Page } from '@playwright/test'
import { expectNoBarriersHere } from './barriers.ts'
import { createPerson, newName, openAnotherBrowser, signIn } from './people.ts'
import { expect, store, test } from './store.ts'

const room = (page: Page, name: string) => page.getByRole('region', { name: `Room ${name}` })

test('[ROUTE-16] two administrators on two servers see each other’s presence, typing and messages', async ({
  page,
  browser,
  complaints,
}) => {
  const [nora, kit] = [
    await createPerson({ isAdmin: true, username: newName('nora') }),
    await createPerson({ isAdmin: true, username: newName('kit') }),
  ]
  const name = newName('room')
  await signIn(page, nora.username, '/admin/chat')
  await page.getByRole('button', { name: 'New room' }).first().click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: `# ${name}` })).toBeVisible()

  const other = await openAnotherBrowser(browser, complaints, store.secondUrl())
  await signIn(other.page, kit.username, '/admin/chat')
  await other.page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name }).click()
  await expect(page.getByRole('region', { name: 'Staff' })).toContainText(`${kit.username}is here`)

  await page.getByLabel(`Message to ${name}`).pressSequentially(`Hello @${kit.username} `)
  // One signal may be lost; the next key sends another.
  await expect(async () => {
    await page.getByLabel(`Message to ${name}`).press('!')
    await expect(other.page.getByText(`${nora.username} is typing`)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(room(other.page, name)).toContainText(`Hello @${kit.username}`)
  await expect(page.getByLabel(`Message to ${name}`)).toHaveValue('')

  await expectNoBarriersHere(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoBarriersHere(page)

  // A draft survives a reload, and nothing is sent.
  await other.page.getByLabel(`Message to ${name}`).fill('Not yet')
  await other.page.reload()
  await expect(other.page.getByLabel(`Message to ${name}`)).toHaveValue('Not yet')
  await other.close()
})
