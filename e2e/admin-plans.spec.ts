import { barriersOn, showTheme, sidewaysOverflow } from './barriers.ts'
import { openAwake, signIn } from './people.ts'
import { expect, test } from './store.ts'

const PLANS = '/admin/subscriptions/plans'

test('[PLAN-01] [CAP-14] an administrator creates a plan, changes its price, and deletes it', async ({ page }) => {
  await signIn(page, 'demo_admin', PLANS)
  await expect(page.getByRole('listitem', { name: 'Premium Year' })).toBeVisible()
  const form = page.getByRole('form', { name: 'New plan' })
  await form.getByLabel('Name').fill('Race season')
  await form.getByLabel('Price').fill('14.99')
  await form.getByLabel('Interval').fill('12 weeks')
  await form.getByRole('button', { name: 'Create plan' }).click()

  const plan = page.getByRole('listitem', { name: 'Race season' })
  await expect(plan.getByText('Not sold.')).toBeVisible()
  await plan.getByLabel('Interval of Race season').fill('month')
  await plan.getByLabel('Price of Race season').fill('12')
  await plan.getByLabel('Price of Race season').press('Enter')
  await expect(plan.getByText('Saved')).toHaveCount(2)
  await expect(plan.getByText('Not sold.')).toHaveCount(0)

  await page.reload()
  await expect(plan.getByLabel('Price of Race season')).toHaveValue('12.00')
  await plan.getByRole('button', { name: 'Delete Race season' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(plan).toHaveCount(0)
})

for (const [theme, width, height] of [
  ['dark', 1440, 900],
  ['light', 390, 844],
] as const) {
  test(`axe finds nothing on the plans at ${width} px in the ${theme} theme`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, 'demo_admin', PLANS)
    await openAwake(page, PLANS)
    await showTheme(page, theme)
    await expect(page.getByRole('listitem', { name: 'Premium Year' })).toBeVisible()
    expect(await barriersOn(page)).toEqual([])
    expect(await sidewaysOverflow(page)).toBe(0)
  })
}
