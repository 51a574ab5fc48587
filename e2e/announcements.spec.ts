import { withClient } from '@slipstream/db/testing/test-database'
import { createPerson, newName, signIn } from './people.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

let worker: ReturnType<typeof startWorker>
test.beforeAll(() => {
  worker = startWorker(store.environment())
})
test.afterAll(() => worker.stop())

/** Puts the newest mod that costs more than $5 on sale, because no other journey looks at it. */
const putOnSale = () =>
  withClient(store.environment().DATABASE_URL, async (client) => {
    const { rows } = await client.query<{ title: string }>(
      `update mods set sale_price_cents = price_cents - 100, sale_starts_at = null, sale_ends_at = null
       where id = (select max(id) from mods where status = 'published' and sale_price_cents is null and price_cents > 500)
       returning title`,
    )
    onSale = rows[0]!.title
    await client.query(`select graphile_worker.add_job('announcements.find', payload => '{}'::json)`)
    return onSale
  })

let onSale: string | undefined

// Also after a failure: other journeys count the mods on sale, and a second attempt begins without a webhook.
test.afterEach(() =>
  withClient(store.environment().DATABASE_URL, async (client) => {
    await client.query('update mods set sale_price_cents = null where title = $1', [onSale])
    await client.query('delete from announcement_channel')
  }),
)

test('[ROUTE-14] a mod on sale is announced on Discord through a webhook, and the page lists it as posted', async ({
  page,
}) => {
  const { DISCORD_URL } = store.environment()
  const { username } = await createPerson({ isAdmin: true, username: newName('boss') })
  await signIn(page, username, '/admin/communications/discord')
  await expect(page.getByRole('article', { name: 'Message on Discord' })).toContainText('New mod:')
  await page.getByRole('radio', { name: 'Sale' }).check({ force: true })
  await expect(page.getByRole('article', { name: 'Message on Discord' })).toContainText('instead of')
  await expect(page.getByText('The bot can give the Premium role')).toBeVisible()

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Paste the address of a webhook.')).toBeVisible()
  await page
    .getByLabel('Webhook address')
    .fill(`${DISCORD_URL}/api/webhooks/1180000000000000005/emulated-discord-webhook-token`)
  await page.getByLabel('Sales').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Slipstream news')).toBeVisible()
  await expect(page.getByLabel('Replace the webhook')).toHaveValue('')

  const title = await putOnSale()
  const posted = page.getByRole('row', { name: new RegExp(title) })
  await expect(async () => {
    await page.reload()
    await expect(posted).toContainText('Posted', { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  const messages = (await (await fetch(`${DISCORD_URL}/_control/messages`)).json()) as { sent: object }[]
  // An alert that ended meanwhile posts to the same emulated Discord.
  expect(messages.filter(({ sent }) => JSON.stringify(sent).includes(title))).toHaveLength(1)

  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByLabel('Webhook address')).toBeVisible()
})
