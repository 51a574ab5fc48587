import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRelease } from '@slipstream/db/testing/catalogue-factories'
import { withClient } from '@slipstream/db/testing/test-database'
import { stripeControl } from '@slipstream/emulators/stripe-control'
import { writeMod } from '@slipstream/mod-archive/testing/generated-mod'
import { callAs } from './api.ts'
import { removeArchives } from './archives.ts'
import { type LabelWalker, labelWalker } from './label-walker.ts'
import { createPerson, openAwake, type Person, signIn, withDatabase } from './people.ts'
import { buyMods } from './purchases.ts'
import { releaseFile } from './released-file.ts'
import { startWorker } from './store-process.ts'
import { expect, forgetComplaints, LOST_PICTURE, store, test } from './store.ts'

const [KESTREL, SENKO] = [
  { id: 4, title: 'Kestrel R4 Rally' },
  { id: 2, title: 'Tsukiro Senko D-Spec' },
]
const VAN = { id: 11, title: 'Merle Wayfarer' }

const DAY_MS = 24 * 60 * 60 * 1_000

let folder = ''
let worker: ReturnType<typeof startWorker>
let fileName = ''
test.use({ viewport: { width: 1440, height: 900 } })
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ten-tasks-'))
  await writeMod(path.join(folder, 'mod.zip'), { vehicles: 1, configurations: 1, bytes: 100_000 })
  worker = startWorker(store.environment())
  ;({ fileName } = await releaseFile(VAN.id, path.join(folder, 'mod.zip'), '7.0.0'))
})

const walked: Record<string, { clicks: number; fields: number }> = {}
test.afterAll(async () => {
  console.table(walked)
  await removeArchives(fileName)
  await worker.stop()
  await rm(folder, { recursive: true })
})

test.afterEach(({ complaints }) => forgetComplaints(complaints, (complaint) => LOST_PICTURE.test(complaint)))

const sql = (text: string, values: unknown[]) =>
  withClient(store.environment().DATABASE_URL, (client) => client.query(text, values))

interface Task<Facts> {
  /** The fewest clicks so far. Raise the figure only with a reason. */
  mostClicks: number
  /** The person (null for a visitor, who has no account), and the facts that the task mentions. */
  given: () => Promise<{ person: Person | null; facts: Facts }>
  clean?: (facts: Facts) => Promise<unknown>
}

/** A walk gets no page, only the walker: it starts at the home page and must find everything else by its label. */
const task = <Facts>(
  words: string,
  { mostClicks, given, clean }: Task<Facts>,
  walk: (walker: LabelWalker, facts: Facts) => Promise<void>,
) =>
  test(words, async ({ page }) => {
    const { person, facts } = await given()
    await (person ? signIn(page, person.username) : openAwake(page, '/'))
    const walker = labelWalker(page)
    try {
      if (person) await walker.follow(new RegExp(`^Account of ${person.username}`))
      await walk(walker, facts)
    } finally {
      // An open page would ask for what is being removed.
      await page.goto('about:blank')
      await clean?.(facts)
    }
    walked[words] = walker.used
    expect(walker.used.clicks).toBeLessThanOrEqual(mostClicks)
  })

const visitor = async () => ({ person: null, facts: undefined })
const owner = async () => {
  const person = await createPerson()
  return { person, facts: await buyMods(person, [VAN.id]) }
}
const creator =
  <Facts>(prepare: () => Promise<Facts>) =>
  async () => ({ person: await createPerson({ isAdmin: true }), facts: await prepare() })

task(
  'find a rally car under $20 that works with game version 0.36',
  { mostClicks: 4, given: visitor },
  async (walker) => {
    await walker.follow('Mods')
    await walker.inside('navigation', 'Categories').follow('Rally')
    await walker.fill('Highest price in dollars', '20')
    await walker.choose('Your version of the game', 'Version 0.36')
    await walker.follow('Works with 0.36')
    const car = walker.beside('article', KESTREL.title)
    await car.read('Works with 0.36')
    await car.read('$16.99')
    await car.follow(KESTREL.title)
    await walker.arrive(KESTREL.title)
  },
)

task(
  'get the invoice of last month’s order',
  {
    mostClicks: 5,
    given: async () => {
      const person = await createPerson()
      const number = await buyMods(person, [KESTREL.id])
      const at = new Date()
      at.setUTCDate(0)
      await sql(`update orders set created_at = $2, paid_at = $2 where number = $1`, [number, at])
      await buyMods(person, [SENKO.id])
      const day = at.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
      return { person, facts: { number, day } }
    },
    clean: ({ number }: { number: string; day: string }) =>
      sql(`update orders set created_at = now(), paid_at = now() where number = $1`, [number]),
  },
  async (walker, { number, day }) => {
    await walker.follow(/^My Purchases/)
    await walker.unfold('Orders and invoices')
    await walker.beside('listitem', day).follow(/^[A-Z\d-]+$/)
    await walker.arrive(`Order ${number}`)
    expect(await walker.download(() => walker.follow('Download PDF'))).toMatch(/^INV-\d{4}-\d{6}\.pdf$/)
  },
)

task(
  'take back a mod that was published by mistake',
  {
    mostClicks: 11,
    given: creator(async () => {
      const { username } = await createPerson({ isAdmin: true })
      const copy = await callAs(username, ({ post }) =>
        post<{ id: number; form: { title: string } }>(`/api/admin/mods/${VAN.id}/duplicate`, {}),
      )
      await withDatabase((db) =>
        createRelease(db, { modId: copy.id, status: 'draft', publishedAt: null, gameVersions: ['0.37'] }),
      )
      return { id: copy.id, title: copy.form.title }
    }),
    clean: ({ id }: { id: number; title: string }) => sql(`delete from mods where id = $1`, [id]),
  },
  async (walker, { title }) => {
    await walker.follow('Admin Dashboard')
    await walker.follow('Product Management')
    await walker.follow('All Mods')
    await walker.fill('Search mods', title)
    await walker.inside('row', title).follow(title)
    await walker.follow('Publish')
    await walker.inside('dialog', /on sale\?$/).follow(/^Publish for/)
    const announced = walker.inside('dialog', `${title} is on sale`)
    await announced.follow('Close')

    await walker.follow('More actions')
    await walker.follow('Take off sale')
    await walker.follow('Take off sale')
    await walker.read('Archived')
  },
)

task('download a mod you own and read how to install it', { mostClicks: 3, given: owner }, async (walker) => {
  await walker.follow(/^My Purchases/)
  await walker.download(() => walker.follow(`Download ${VAN.title}`))
  await walker.read('How to install it')
  await walker.read(/the “mods” folder inside it/)
})

task('get no more mails about updates to your mods', { mostClicks: 3, given: owner }, async (walker) => {
  await walker.follow(/^Profile/)
  const mails = walker.inside('region', 'Notifications')
  await mails.isOn(/^Updates to my mods/)
  await mails.follow(/^Updates to my mods/)
  await mails.read('Saved.')
  await mails.isOff(/^Updates to my mods/)
})

task('ask support a question about an order', { mostClicks: 6, given: owner }, async (walker, number) => {
  await walker.follow(/^My Purchases/)
  await walker.unfold('Orders and invoices')
  await walker.follow(number)
  await walker.follow('Get help')
  await walker.read(`Order ${number} is attached.`)
  await walker.fill('Subject', 'Was I charged twice?')
  await walker.fill('Message', 'My bank shows the amount two times.')
  await walker.follow('Send')
  await walker.read('You’ll hear from us by')
})

task('compare two mods', { mostClicks: 4, given: visitor }, async (walker) => {
  await walker.follow('Mods')
  for (const { title } of [KESTREL, SENKO]) await walker.follow(`Compare ${title}`)
  await walker.follow('Compare 2 mods')
  await walker.arrive('Compare mods')
  for (const { title } of [KESTREL, SENKO]) await walker.read(title)
  await walker.read(/ kW/)
})

task(
  'find a customer by name and give them a mod',
  { mostClicks: 8, given: creator(createPerson) },
  async (walker, customer) => {
    await walker.follow('Admin Dashboard')
    await walker.follow('User Management')
    await walker.follow('All Users')
    await walker.fill('Search users', customer.username)
    await walker.inside('row', customer.username).follow(customer.username)
    await walker.arrive(customer.username)
    await walker.follow('Gift a mod')
    const gift = walker.inside('dialog', `Grant ${customer.username} a mod`)
    await gift.fill('Find a mod', 'Kestrel')
    await gift.follow(`Add ${KESTREL.title}`)
    await gift.fill('Reason', 'Won the photo contest')
    await gift.follow('Grant mod')
    await walker.read(`${KESTREL.title} is in the locker of ${customer.username}.`)
  },
)

task(
  'put a mod on sale for a week at 20 % off',
  {
    mostClicks: 7,
    given: creator(async () => undefined),
    clean: async () => {
      const { username } = await createPerson({ isAdmin: true })
      await callAs(username, ({ post }) => post('/api/admin/mods/bulk', { action: 'end-sale', ids: [VAN.id] }))
    },
  },
  async (walker) => {
    await walker.follow('Admin Dashboard')
    await walker.follow('Product Management')
    await walker.follow('All Mods')
    await walker.follow(`Select ${VAN.title}`)
    await walker.follow('Discount')
    const sale = walker.inside('dialog', 'Discount 1 mod')
    await sale.fill('Percent off', '20')
    await sale.fill(/^Ends/, new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 16))
    await sale.follow('Discount')
    await walker.read('1 mod is discounted.')
    await walker.inside('row', VAN.title).read('$7.19')
  },
)

task(
  'find an order by its number and see why its card payment failed',
  { mostClicks: 4, given: creator(declinedOrder) },
  async (walker, number) => {
    await walker.follow('Admin Dashboard')
    await walker.follow('Order Management')
    await walker.fill('Search orders', number)
    await walker.follow(number)
    await walker.read('Card declined: insufficient funds')
  },
)

/** An order whose buyer tried to pay without the money for it. */
async function declinedOrder() {
  const { username } = await createPerson()
  return callAs(username, async ({ get, post }) => {
    await post('/api/cart', { modId: KESTREL.id })
    const { quote } = await get<{ quote: string }>('/api/checkout/quote')
    const order = { key: randomUUID(), quote, consents: { delivery: true, withdrawal: true } }
    const { url, orderNumber } = await post<{ url: string; orderNumber: string }>('/api/checkout', order)
    const session = url.split('/').at(-1) ?? ''
    const card = 'pm_card_visa_chargeDeclinedInsufficientFunds'
    await expect(stripeControl(store.environment().STRIPE_API_URL).complete({ session, card })).rejects.toThrow()
    return orderNumber
  })
}
