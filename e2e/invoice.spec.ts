import { readFile } from 'node:fs/promises'
import { barriersOn, expectNoBarriers, expectNoBarriersHere } from './barriers.ts'
import { callAs } from './api.ts'
import { createPerson, signIn } from './people.ts'
import { buyMods } from './purchases.ts'
import { expect, test } from './store.ts'

const KESTREL = { id: 4, title: 'Kestrel R4 Rally' }
const COMPANY = 'Łódź Rally Sp. z o.o.'

test('[LEGAL-08] a buyer enters a company by keyboard, buys, prints the invoice and downloads it as PDF, and a refund adds a credit note', async ({
  page,
}) => {
  const [buyer, admin] = [await createPerson(), await createPerson({ isAdmin: true })]
  await signIn(page, buyer.username, '/profile')
  const billing = page.getByRole('region', { name: 'Billing details' })
  await billing.getByLabel('Company or full name').focus()
  await page.keyboard.type(COMPANY)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Piotrkowska 1\n90-001 Łódź')
  await page.keyboard.press('Tab')
  await page.keyboard.type('PL123')
  await page.keyboard.press('Enter')
  await expect(billing.getByText('Saved.')).toBeVisible()

  const number = await buyMods(buyer, [KESTREL.id])
  await page.goto('/mod-locker')
  await page.getByText('Orders and invoices').click()
  await page.getByRole('link', { name: number }).click()
  const invoice = page.getByRole('article', { name: /^Invoice INV-\d{4}-\d{6}$/ })
  await expect(invoice).toContainText(COMPANY)
  await expect(invoice).toContainText('Tax number PL123')
  await expect(invoice).toContainText('Visa ending in 4242')
  await expectNoBarriersHere(page)

  const begun = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).press('Enter')
  const download = await begun
  expect(download.suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.pdf$/)
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')

  await page.emulateMedia({ media: 'print' })
  await expect(invoice).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await callAs(admin.username, async ({ get, post }) => {
    const { items } = await get<{ items: { id: number }[] }>(`/api/admin/orders?q=${number}`)
    await post(`/api/admin/orders/${items[0]!.id}/refund`, { reason: 'Bought by mistake' })
  })
  const address = `/mod-locker?order=${number}`
  await expectNoBarriers(page, address, page.getByRole('navigation', { name: 'Invoice and credit notes' }))
  await page.getByRole('link', { name: /^Credit note CN-/ }).press('Enter')
  const note = page.getByRole('article', { name: /^Credit note CN-\d{4}-\d{6}$/ })
  await expect(note.getByText('For invoice')).toBeVisible()
  await expect(note).toContainText(COMPANY)
  expect(await barriersOn(page)).toEqual([])
})
