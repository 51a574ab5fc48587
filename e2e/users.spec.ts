import type { Page } from '@playwright/test'
import { expectNoBarriersHere } from './barriers.ts'
import { linkIn, newestMail } from './mailbox.ts'
import {
  createPerson,
  letProofGrowOld,
  newName,
  openAnotherBrowser,
  PUBLIC_PASSWORD,
  signIn,
  typeCredentials,
} from './people.ts'
import { buyMods } from './purchases.ts'
import { startWorker } from './store-process.ts'
import { expect, forgetComplaints, LOST_PICTURE, store, test } from './store.ts'

const BRIGAND = { id: 3, title: 'Harlan Brigand 427' }

let worker: ReturnType<typeof startWorker>
test.beforeAll(() => {
  worker = startWorker(store.environment())
})
test.afterAll(() => worker.stop())

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search users' })
const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' })

/** Finds an account in the list and opens its page. */
const openUser = async (page: Page, words: string, username: string) => {
  await search(page).fill(words)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await page.getByRole('rowheader').getByRole('link', { name: username }).click()
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
}

test.afterEach(({ complaints }) => forgetComplaints(complaints, (complaint) => LOST_PICTURE.test(complaint)))

test('[ROUTE-07] [CAP-07] an admin finds a customer by order number, notes, bans with a reason and lifts the ban', async ({
  page,
  browser,
  complaints,
  expectRefusal,
}) => {
  const [customer, admin] = [await createPerson(), await createPerson({ isAdmin: true })]
  const number = await buyMods(customer, [BRIGAND.id])
  await signIn(page, admin.username, '/admin/users')
  await expect(page.getByText('Accounts', { exact: true })).toBeVisible()
  await openUser(page, number, customer.username)
  await expect(page.getByRole('link', { name: number }).first()).toBeVisible()
  await expect(timeline(page)).toContainText(`Ordered ${number}`)
  await expect(timeline(page)).toContainText('Joined')

  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByLabel('Add a note')).toHaveAccessibleDescription(/Write the note first/)
  await page.getByLabel('Add a note').fill('Sends useful logs.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Sends useful logs.')
  await expect(timeline(page)).toContainText('Sends useful logs.')

  await page.getByRole('button', { name: `Ban ${customer.username}…` }).click()
  const ban = page.getByRole('dialog', { name: `Ban ${customer.username}` })
  await ban.getByRole('button', { name: `Ban ${customer.username}` }).click()
  await expect(ban.getByLabel('Reason')).toHaveAccessibleDescription(/Enter a reason/)
  await ban.getByLabel('Reason').fill('Shared the files.')
  await expectNoBarriersHere(page)
  await ban.getByRole('button', { name: `Ban ${customer.username}` }).click()
  await expect(ban).toBeHidden()
  await expect(page.getByRole('heading', { name: 'This account is banned' })).toBeVisible()
  await expect(timeline(page)).toContainText('Shared the files.')

  expectRefusal('POST /api/auth/login', 403)
  const other = await openAnotherBrowser(browser, complaints)
  await other.page.goto('/login')
  await typeCredentials(other.page, customer.username)
  await expect(other.page.getByText(/^This account is banned.*Reason: Shared the files\./)).toBeVisible()

  await page.getByRole('link', { name: 'All Users', exact: true }).last().click()
  await expect(search(page)).toHaveValue(number)
  await page.getByRole('navigation', { name: 'Sections of this page' }).getByRole('link', { name: 'Banned' }).click()
  await expect(page).toHaveURL('/admin/users/banned')
  await expect(page.getByRole('rowheader').first()).toContainText(customer.username)
  await page.getByRole('rowheader').first().getByRole('link').click()
  await page.getByRole('button', { name: 'Lift ban…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift ban' }).click()
  await expect(page.getByRole('heading', { name: 'Ban this account' })).toBeVisible()
  await signIn(other.page, customer.username, '/about')
})

test('[ROUTE-07] [CAP-07] an invited person chooses a password with the mailed link', async ({
  page,
  browser,
  complaints,
}) => {
  const admin = await createPerson({ isAdmin: true })
  const [username, email] = [newName('invited'), `${newName('invited')}@mail.example`]
  await signIn(page, admin.username, '/admin/users/create')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
  await expect(page.getByText('Invited, but not signed in yet')).toBeVisible()

  const guest = await openAnotherBrowser(browser, complaints)
  await guest.page.goto(linkIn(await newestMail(email)).address)
  await guest.page.getByLabel('New password').fill('a fresh set of tyres')
  await guest.page.getByRole('button', { name: 'Save password and log in' }).click()
  await expect(guest.page).not.toHaveURL(/login/)
  await guest.page.goto('/profile')
  await expect(guest.page.getByRole('main')).toContainText(username)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
  await expect(page.getByText('Invited, but not signed in yet')).toHaveCount(0)
})

test('[ROUTE-07] [CAP-07] purchases move to another account of the same person, the old account is erased, and the new one becomes an administrator after reauthentication', async ({
  page,
  expectRefusal,
}) => {
  const [customer, wanted] = [await createPerson(), await createPerson()]
  const admin = await createPerson({ isAdmin: true })
  const number = await buyMods(customer, [BRIGAND.id])
  await signIn(page, admin.username, '/admin/users')
  await openUser(page, customer.email, customer.username)
  await page.getByRole('button', { name: 'Move purchases…' }).click()
  const move = page.getByRole('dialog', { name: /^Move the purchases/ })
  await move.getByLabel('Username of the other account').fill(wanted.username)
  await move.getByLabel('Reason').fill('Bought with the wrong account.')
  await move.getByRole('button', { name: 'Move purchases' }).click()
  await expect(move).toBeHidden()
  await expect(page.getByText('No orders yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Erase this account…' }).click()
  const erase = page.getByRole('dialog', { name: /^Erase/ })
  await erase.getByLabel('How they asked').fill('By ticket.')
  await erase.getByLabel('Type the username to confirm').fill(customer.username)
  await erase.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page).toHaveURL('/admin/users')
  await openUser(page, number, wanted.username)
  await expect(timeline(page)).toContainText('Purchases received from another account')

  await letProofGrowOld(page, admin)
  await page.getByRole('button', { name: 'Make administrator…' }).click()
  expectRefusal(`POST /api/admin/users/${Number(new URL(page.url()).searchParams.get('user'))}/role`, 403)
  await page.getByRole('dialog').getByRole('button', { name: 'Make administrator' }).click()
  const proof = page.getByRole('dialog', { name: /Confirm/ })
  await proof.getByLabel('Password', { exact: true }).fill(PUBLIC_PASSWORD)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'Revoke admin role…' })).toBeVisible()
  await expect(timeline(page)).toContainText('Made an administrator')
})
