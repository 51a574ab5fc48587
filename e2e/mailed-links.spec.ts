import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page, Request } from '@playwright/test'
import { withClient } from '@slipstream/db/testing/test-database'
import { api, callAs } from './api.ts'
import { linkIn, mailsTo, newestMail } from './mailbox.ts'
import { createPerson, newName, openAwake, signIn } from './people.ts'
import { buyMods } from './purchases.ts'
import { runStoreCommand, startWorker } from './store-process.ts'
import { expect, fromSomewhere, store, test } from './store.ts'
import { newSubscriber } from './subscribers.ts'

/** The store's address and every secret in the sample mails. */
const SAMPLE_STORE = 'https://store.example'
const SAMPLE_SECRET = /(k3J)+x?$/
const OTHER_SITES = ['https://invoice.stripe.com']

/** Every link of every mail that the store can send, to customers and to the staff. */
const linksOfAllMails = async (folder: string) => {
  await runStoreCommand(store.environment(), 'apps/server/src/testing/show-mails.ts', folder)
  const pages = readdirSync(folder).filter((name) => name.endsWith('.html'))
  expect(pages.length).toBeGreaterThan(35)
  const links = pages.flatMap((name) =>
    [...readFileSync(path.join(folder, name), 'utf8').matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, link = '']) =>
      link.replaceAll('&amp;', '&'),
    ),
  )
  const ofStore = [...new Set(links)].filter((link) => !link.startsWith('mailto:'))
  const foreign = ofStore.filter((link) => new URL(link).origin !== SAMPLE_STORE)
  expect(foreign.filter((link) => !OTHER_SITES.includes(new URL(link).origin))).toEqual([])
  return ofStore.filter((link) => !foreign.includes(link)).map((link) => link.slice(SAMPLE_STORE.length))
}

/** `/login#verify=`: a link up to its secret. */
const shapeOf = (link: string) => link.replace(/(?<==|\/unsubscribe\/)[^=/]+$/, '')

const pathOf = (address: string) => {
  const url = new URL(address)
  return url.pathname + url.search + url.hash
}

/** Waits until the worker has started and sent the mail. */
const linkMailedTo = async (to: string, mark: string) => {
  // Not the newest mail: one for which a person waits is sent before those that are only news.
  let address = ''
  const find = async () => {
    const mail = (await mailsTo(to).catch(() => [])).find(({ text }) => text.includes(mark))
    if (mail) ({ address } = linkIn(mail))
  }
  await expect.poll(() => find().then(() => address), { timeout: 240_000 }).toContain(mark)
  return address
}

/** A link of each kind with a secret that works, from mails that the store has sent. */
const workingLinks = async (page: Page, { username, email }: { username: string; email: string }) => {
  const other = `${newName('next')}@customer.example`
  await callAs(username, ({ post }) => post('/api/account/email', { email: other }))
  const verify = await linkMailedTo(other, '#verify=')

  await callAs(username, ({ post }) => post('/api/auth/forgot-password', { email }))
  const reset = await linkMailedTo(email, '#reset=')

  const member = await newSubscriber('Premium Month')
  await callAs(member.username, ({ post }) => post('/api/subscription/cancel-link', { email: member.email }))
  const cancel = await linkMailedTo(member.email, '#cancel=')

  const buyer = await createPerson({ username: newName('buyer'), emailVerifiedAt: null })
  await buyMods(buyer, [1])
  const notMe = await linkMailedTo(buyer.email, '#not-me=')

  const guest = `${newName('guest')}@customer.example`
  await page.goto('/contact')
  const botCheck = page.getByRole('group', { name: 'Bot check' })
  await expect(botCheck.frameLocator('iframe').getByRole('status')).toHaveText('Success!')
  await page.getByLabel('Your name').fill('Kit')
  await page.getByLabel('E-mail').fill(guest)
  await page.getByLabel('Subject').fill('Do you sell trucks?')
  await page.getByLabel('Message').fill('I would like one with a crane.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Your message has arrived')).toBeVisible()
  const ticket = await linkMailedTo(guest, '#link=')

  const boss = await createPerson({
    isAdmin: true,
    username: newName('boss'),
    notificationChoices: { newsletter: true },
  })
  const invited = { username: newName('invited'), email: `${newName('invited')}@mail.example`, isAdmin: false }
  await callAs(boss.username, ({ post }) => post('/api/admin/users', invited))
  const invitation = await linkMailedTo(invited.email, '#invitation=')

  const audience = { owns: [], wishes: [], seenWithinDays: null, awayForDays: null }
  const form = {
    subject: 'News',
    preview: '',
    heading: 'News',
    body: 'New mods.',
    button: null,
    audience,
    perMinute: 60,
  }
  await callAs(boss.username, ({ post }) => post('/api/admin/newsletters/test', form))
  const news = await newestMail(boss.email)
  const stop = /https?:\/\/\S+\/api\/mail\/unsubscribe\/\S+/.exec(news.text)?.[0] ?? ''
  return [verify, reset, cancel, notMe, ticket, invitation, stop].map(pathOf)
}

/** A visit keeps a session and its account alive; nothing else may change. */
const VISITS = ['used_at', 'last_active_at', 'bearer_hash', 'bearer_expires_at']

/**
 * A hash of every table and of the queued jobs, by name, so that a difference shows what has changed. Leaves out
 * counted visits and incidents, which may change meanwhile.
 */
const everything = () =>
  withClient(store.environment().DATABASE_URL, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename !~ '^visit_|^incidents$' order by 1`,
    )
    const hashes: Record<string, unknown> = {}
    for (const name of [...tables.map((table) => table.name), 'graphile_worker.jobs']) {
      const { rows } = await client.query<{ hash: string }>(
        `select md5(string_agg(row, ',' order by row)) as hash from (select (to_jsonb(t) - $1::text[])::text as row from ${name} t) t`,
        [VISITS],
      )
      hashes[name] = rows[0]?.hash
    }
    return hashes
  })

/** A scanner that runs scripts. It continues once their requests are answered; a live stream stays open. */
const openScanner = async (browser: Browser) => {
  const context = await browser.newContext({ baseURL: store.url(), extraHTTPHeaders: fromSomewhere() })
  const page = await context.newPage()
  const asked = new Set<Request>()
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== api('/api/live')) asked.add(request)
  })
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  const visit = async (link: string) => {
    await page.goto('about:blank')
    asked.clear()
    if (link.startsWith('/api/')) await page.goto(link)
    else await openAwake(page, link)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await expect.poll(() => [...asked].map((request) => request.url())).toEqual([])
  }
  return { page, visit, close: () => context.close() }
}

test('no link of any mail changes anything when a scanner opens it with scripts, signed out or signed in', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(600_000)
  const worker = startWorker(store.environment())
  const reader = await createPerson({
    username: newName('reader'),
    notificationChoices: { newsletter: true, wishlistNews: true },
  })
  const working = await workingLinks(page, reader)
  await worker.stop()
  const samples = await linksOfAllMails(info.outputPath('mails'))
  // A new kind of link with a secret needs a working one here.
  const kinds = [...new Set(samples.filter((link) => SAMPLE_SECRET.test(link)).map(shapeOf))]
  expect(working.map(shapeOf).toSorted()).toEqual(kinds.toSorted())
  const links = [...working, ...samples.filter((link) => !SAMPLE_SECRET.test(link))]

  const [stranger, customer] = [await openScanner(browser), await openScanner(browser)]
  await signIn(customer.page, reader.username, '/about')
  const before = await everything()
  for (const link of links) {
    for (const scanner of [stranger, customer]) await scanner.visit(link)
    expect(await everything(), link).toEqual(before)
  }
  for (const { close } of [stranger, customer]) await close()
})
