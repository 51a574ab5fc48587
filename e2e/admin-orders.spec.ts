import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { api } from './api.ts'
import { expectNoBarriersHere } from './barriers.ts'
import { createPerson, letProofGrowOld, openAnotherBrowser, PUBLIC_PASSWORD, signIn } from './people.ts'
import { buyMods } from './purchases.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

/** Two demo mods. */
const BRIGAND = { id: 3, title: 'Harlan Brigand 427' }
const KESTREL = { id: 4, title: 'Kestrel R4 Rally' }

let worker: ReturnType<typeof startWorker>
test.beforeAll(() => {
  worker = startWorker(store.environment())
})
test.afterAll(() => worker.stop())

const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search orders' })

/** The id of an order, which the API uses. */
const idOf = async (page: Page, number: string) => {
  const answer = await page.request.get(api(`/api/admin/orders?q=${number}`))
  return ((await answer.json()) as { items: { id: number }[] }).items[0]!.id
}

test('[CAP-08] [ROUTE-11] an admin finds an order, refunds one item after reauthentication, and sees the whole timeline', async ({
  page,
  expectRefusal,
}) => {
  const [buyer, admin] = [await createPerson(), await createPerson({ isAdmin: true })]
  const number = await buyMods(buyer, [BRIGAND.id, KESTREL.id])
  await signIn(page, admin.username, '/admin/orders')
  await search(page).fill(buyer.email)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await page.getByRole('link', { name: number }).click()
  await expect(page).toHaveURL(new RegExp(`order=${number}$`))

  expectRefusal(`POST /api/admin/orders/${await idOf(page, number)}/refund`, 403)
  await letProofGrowOld(page, admin)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = page.getByRole('dialog', { name: `Refund ${number}` })
  await refund.getByRole('checkbox', { name: BRIGAND.title }).uncheck()
  await refund.getByLabel('Reason').fill('Bought by mistake')
  await expectNoBarriersHere(page)
  await refund.getByRole('button', { name: /^Refund \$/ }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  await proof.getByLabel('Password', { exact: true }).fill(PUBLIC_PASSWORD)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(refund).toBeHidden()

  await expect(page.getByText('Partly refunded')).toBeVisible()
  const items = page.getByRole('list', { name: 'Items' }).getByRole('listitem')
  await expect(items.filter({ hasText: KESTREL.title })).toContainText('refunded')
  await expect(items.filter({ hasText: KESTREL.title })).toContainText('Access revoked')
  await expect(items.filter({ hasText: BRIGAND.title })).toContainText('In the locker')
  for (const line of [
    'Ordered',
    'Paid',
    'Payment page completed',
    'Payment recorded',
    'Receipt sent',
    'Refund approved',
    'Refund made',
    'Refund recorded',
    'Refunded',
  ]) {
    await expect(timeline(page).getByText(line, { exact: true })).toBeVisible()
  }
  await expect(timeline(page).getByText('“Bought by mistake”').first()).toBeVisible()
  await expectNoBarriersHere(page)

  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(search(page)).toHaveValue(buyer.email)
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  const [head, line, ...rest] = (await readFile(await sheet.path(), 'utf8')).trim().split('\r\n')
  expect(head).toContain('Number,Status,')
  expect(line).toContain(`${number},partially_refunded,`)
  expect(rest).toEqual([])
})

test('[ROUTE-11] [CAP-08] a granted mod is in the customer’s locker until it is revoked, and both acts are in the log', async ({
  page,
  browser,
  complaints,
}) => {
  const [buyer, admin] = [await createPerson(), await createPerson({ isAdmin: true })]
  const number = await buyMods(buyer, [BRIGAND.id])
  await signIn(page, admin.username, `/admin/orders?order=${number}`)
  await page.getByRole('button', { name: 'Grant a mod' }).click()
  const gift = page.getByRole('dialog', { name: `Grant ${buyer.username} a mod` })
  await gift.getByLabel('Find a mod').fill('Kestrel')
  await gift.getByRole('button', { name: `Add ${KESTREL.title}` }).click()
  await gift.getByLabel('Reason').fill('For the bug report')
  await expectNoBarriersHere(page)
  await gift.getByRole('button', { name: 'Grant mod' }).click()
  await page.getByRole('link', { name: 'Show granted mods' }).click()

  await expect(page).toHaveURL(`/admin/orders?tab=granted&q=${buyer.username}`)
  const row = page.getByRole('row').filter({ hasText: KESTREL.title })
  await expect(row).toContainText('In the locker')
  await expect(row).toContainText('For the bug report')
  await expect(row).toContainText(admin.username)
  const customer = await openAnotherBrowser(browser, complaints)
  await signIn(customer.page, buyer.username, '/mod-locker')
  const owned = (title: string) => customer.page.getByRole('main').getByRole('link', { name: title }).first()
  await expect(owned(KESTREL.title)).toBeVisible()

  await row.getByRole('button', { name: 'Revoke' }).click()
  const revoke = page.getByRole('dialog', { name: `Revoke ${KESTREL.title}?` })
  await revoke.getByLabel('Reason').fill('Given by mistake')
  await revoke.getByRole('button', { name: 'Revoke access' }).click()
  await expect(revoke).toBeHidden()
  await expect(row).toContainText('Given by mistake')
  await expect(row.getByRole('button', { name: 'Revoke' })).toBeHidden()
  await customer.page.reload()
  await expect(owned(BRIGAND.title)).toBeVisible()
  await expect(owned(KESTREL.title)).toHaveCount(0)
  await customer.close()

  await page.goto(`/admin/database/logs?q=${buyer.username}`)
  for (const act of ['grant', 'revoke']) {
    await expect(page.getByRole('row').filter({ hasText: new RegExp(act, 'i') })).toHaveCount(1)
  }

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/orders?tab=coupons')
  await page.getByRole('button', { name: 'Add coupon' }).click()
  await expect(page.getByRole('dialog', { name: 'New coupon' })).toBeVisible()
  await expectNoBarriersHere(page)
})
