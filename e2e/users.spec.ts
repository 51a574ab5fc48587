import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { withClient } from '@slipstream/db/testing/test-database'
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

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
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

for (const [name, size] of Object.entries(SIZES)) {
  test(`[ROUTE-07] [CAP-07] an admin finds a customer by order number, notes, bans with a reason and lifts the ban (${name})`, async ({
    page,
    browser,
    complaints,
    expectRefusal,
  }) => {
    await page.setViewportSize(size)
    const [customer, admin] = [await createPerson(), await createPerson({ isAdmin: true })]
    const number = await buyMods(customer, [BRIGAND.id])
    await signIn(page, admin.username, '/admin/users')
    await expect(page.getByText('Accounts', { exact: true })).toBeVisible()
    await expectNoBarriersHere(page)
    await openUser(page, number, customer.username)
    await expect(page.getByRole('link', { name: number }).first()).toBeVisible()
    await expect(timeline(page)).toContainText(`Ordered ${number}`)
    await expect(timeline(page)).toContainText('Joined')
    await expectNoBarriersHere(page)

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
}

test('[ROUTE-07] [CAP-07] a role change asks for the password, and the list exports what it shows', async ({
  page,
  expectRefusal,
}) => {
  const [customer, admin] = [await createPerson(), await createPerson({ isAdmin: true })]
  await signIn(page, admin.username, '/admin/users')
  await openUser(page, customer.email, customer.username)
  await letProofGrowOld(page, admin)
  await page.getByRole('button', { name: 'Make administrator…' }).click()
  expectRefusal(`POST /api/admin/users/${Number(new URL(page.url()).searchParams.get('user'))}/role`, 403)
  await page.getByRole('dialog').getByRole('button', { name: 'Make administrator' }).click()
  const proof = page.getByRole('dialog', { name: /Confirm/ })
  await proof.getByLabel('Password', { exact: true }).fill(PUBLIC_PASSWORD)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'Revoke admin role…' })).toBeVisible()
  await expect(timeline(page)).toContainText('Made an administrator')

  await page.getByRole('link', { name: 'All Users', exact: true }).last().click()
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  const [head, line, ...rest] = (await readFile(await sheet.path(), 'utf8')).trim().split('\r\n')
  expect(head).toContain('Number,Username,')
  expect(line).toContain(`,${customer.username},`)
  expect(rest).toEqual([])
})

for (const [name, size] of Object.entries(SIZES)) {
  test(`[ROUTE-07] [CAP-07] an invited person chooses a password with the mailed link (${name})`, async ({
    page,
    browser,
    complaints,
  }) => {
    await page.setViewportSize(size)
    const admin = await createPerson({ isAdmin: true })
    const [username, email] = [newName('invited'), `${newName('invited')}@mail.example`]
    await signIn(page, admin.username, '/admin/users/create')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/At least 3 characters/)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('E-mail address').fill(email)
    await expectNoBarriersHere(page)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
    await expect(page.getByText('Invited, but not signed in yet')).toBeVisible()
    await expectNoBarriersHere(page)

    const guest = await openAnotherBrowser(browser, complaints)
    await guest.page.goto(linkIn(await newestMail(email)).address)
    await guest.page.getByLabel('New password').fill('a fresh set of tyres')
    await guest.page.getByRole('button', { name: 'Save password' }).click()
    await expect(guest.page.getByText('Your new password is set. Log in with it.')).toBeVisible()
    await typeCredentials(guest.page, username, 'a fresh set of tyres')
    await expect(guest.page).not.toHaveURL(/login/)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: username })).toBeVisible()
    await expect(page.getByText('Invited, but not signed in yet')).toHaveCount(0)
  })
}

test('[ROUTE-07] purchases move to another account of the same person, and the old account is erased', async ({
  page,
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
  await erase.getByLabel('Type the username to confirm').fill('somebody')
  await erase.getByLabel('How they asked').fill('By ticket.')
  await erase.getByRole('button', { name: 'Erase for good' }).click()
  await expect(erase.getByLabel('Type the username to confirm')).toHaveAccessibleDescription(/Type it exactly/)
  await erase.getByLabel('Type the username to confirm').fill(customer.username)
  await erase.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page).toHaveURL('/admin/users')
  await openUser(page, number, wanted.username)
  await expect(timeline(page)).toContainText('Purchases received from another account')
})

for (const [name, size] of Object.entries(SIZES)) {
  test(`[ROUTE-07] tracking shows sign-ins, devices and downloads, and an unusual pattern with its reason (${name})`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    const [customer, admin] = [await createPerson(), await createPerson({ isAdmin: true })]
    await withClient(store.environment().DATABASE_URL, (client) =>
      client.query(
        `insert into sign_ins (user_id, method, result, ip, user_agent)
         select id, 'password', 'wrong_secret', '10.9.8.7', 'Firefox/130 Windows' from users, generate_series(1, 12)
         where username = $1`,
        [customer.username],
      ),
    )
    await signIn(page, admin.username, '/admin/users/tracking')
    const signals = page.getByRole('list', { name: 'Unusual patterns' })
    await expect(signals).toContainText(`${customer.username}: 12 failed sign-ins in 24 hours.`)
    await expectNoBarriersHere(page)
    await page.getByRole('searchbox', { name: 'Only one user' }).fill(customer.username)
    await expect(page.getByRole('rowheader')).toHaveCount(12)
    await page.getByRole('link', { name: 'Devices', exact: true }).click()
    await expect(page.getByText(`No devices of “${customer.username}”`)).toBeVisible()
    await page.getByRole('button', { name: 'Show everybody' }).click()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    await expectNoBarriersHere(page)
    await page.getByRole('link', { name: 'Downloads', exact: true }).click()
    await expect(page).toHaveURL(/tab=downloads/)
    await signals.getByRole('link', { name: customer.username }).click()
    await expect(page.getByRole('heading', { level: 1, name: customer.username })).toBeVisible()
  })
}

test('[ROUTE-07] an account that does not exist leads back to the list', async ({ page, expectRefusal }) => {
  const admin = await createPerson({ isAdmin: true })
  expectRefusal('GET /api/admin/users/2000000', 404)
  await signIn(page, admin.username, '/admin/users?user=2000000')
  await expect(page.getByText('Account not found')).toBeVisible()
  await page.getByRole('link', { name: 'Show all accounts' }).click()
  await expect(page).toHaveURL('/admin/users')
})
