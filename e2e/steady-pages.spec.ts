import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { api, callAs } from './api.ts'
import { createPerson, signIn } from './people.ts'
import { shifts, watchShifts } from './shifts.ts'
import { expect, test } from './store.ts'

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
/** Long enough to paint what the page shows before its data arrives. */
const WAIT_MS = 700

/** The answers arrive one after the other, in this order. */
const delayAnswers = async (page: Page, ...addresses: string[]) => {
  for (const [i, address] of addresses.entries()) {
    await page.route(`**${address}`, async (route) => {
      await sleep(WAIT_MS * (i + 1))
      await route.fallback()
    })
  }
}

const expectStill = async (page: Page) => {
  // The observer reports a shift only after its frame.
  await page.waitForTimeout(200)
  expect(await shifts(page)).toBeLessThan(0.02)
}

/** Opens the pages in a narrow and in a wide window. */
const inBothWindows = async (page: Page, visit: () => Promise<void>) => {
  await watchShifts(page)
  for (const size of WINDOWS) {
    await page.setViewportSize(size)
    await visit()
  }
}

test('nothing moves when the cart or the tickets arrive', async ({ page }) => {
  const { username } = await createPerson()
  await callAs(username, ({ post }) => post('/api/cart', { modId: 2 }))
  for (const subject of ['The door does not close', 'Which version do I need?', 'An invoice, please']) {
    const body = { subject, body: subject, category: 'general', clientKey: randomUUID() }
    await callAs(username, ({ post }) => post('/api/tickets', body))
  }
  await signIn(page, username, '/about')
  await delayAnswers(page, api('/api/auth/user'), api('/api/cart'), api('/api/tickets'))
  await inBothWindows(page, async () => {
    await page.goto('/cart')
    await expect(page.getByRole('main').getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible()
    await expectStill(page)
    await page.goto('/tickets')
    await expect(page.getByRole('link', { name: /An invoice, please/ })).toBeVisible()
    await expectStill(page)
  })
})

test('nothing moves when the figures, the list and the setup checklist arrive', async ({ page }) => {
  const { username } = await createPerson({ isAdmin: true })
  await signIn(page, username, '/about')
  const problem = { problem: 'The server refuses the password.', remedy: 'Check SMTP_URL.' }
  const checks = ['mail', 'stripe', 'storage'].map((name) => ({ name, title: name, ...problem }))
  await page.route(`**${api('/api/admin/setup')}`, (route) => route.fulfill({ json: { checks } }))
  await delayAnswers(
    page,
    api('/api/auth/user'),
    `${api('/api/admin/dashboard/figures')}*`,
    api('/api/admin/dashboard/attention'),
    api('/api/admin/setup'),
  )
  await inBothWindows(page, async () => {
    await page.goto('/admin')
    await expect(page.getByRole('region', { name: 'Right now' })).toBeVisible()
    const status = page.getByRole('link', { name: 'Setup: 0 of 3 done' })
    await expect(status).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Latest orders' })).toBeVisible()
    await expectStill(page)
    await status.click()
    await expect(page.getByRole('heading', { name: 'Setup checklist (0 of 3 done)' })).toBeInViewport()
  })
})
