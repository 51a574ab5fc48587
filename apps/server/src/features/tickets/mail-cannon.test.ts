import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { ticketLinks, tickets } from '@slipstream/db/tables/tickets'
import { readMailbox } from '#testing/mailbox.ts'
import { botCheckAnswer, freshName, newBrowser } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openFileStore } from '#testing/test-store.ts'

vi.setConfig({ testTimeout: 180_000 })

const store = await openFileStore()

const HOUSEHOLDS = 200
const POSTS_EACH = 50
const AT_ONCE = 10
/** The limits of the form, as in ticket-limits.ts. */
const [PER_HOUSEHOLD, PER_MAILBOX, PER_NETWORK] = [5, 5, 20]

const WORDS = { name: 'BUY-PILLS', subject: 'BUY-PILLS now', body: 'BUY-PILLS at evil.example', category: 'general' }

const networks = new Set<string>()

/** A household with a new IP address that posts as often as it can. Further attempts fail before the bot check. */
const attack = async (addressOf: (post: number) => string) => {
  const browser = newBrowser(store)
  networks.add(browser.remoteAddress.split('.').slice(0, 3).join('.'))
  const statuses: number[] = []
  for (let post = 0; post < POSTS_EACH; post += 1) {
    const token = post < PER_HOUSEHOLD ? await botCheckAnswer({ action: 'contact' }) : 'none'
    const body = { ...WORDS, email: addressOf(post), clientKey: randomUUID(), 'cf-turnstile-response': token }
    statuses.push((await browser.call('POST', '/api/contact', body)).statusCode)
  }
  return statuses
}

test('T-CANNON: 10,000 posts of 200 households store twenty tickets for each network and send the victim one mail without their text', async () => {
  const victim = `${freshName()}@mail.example`
  const others = freshName()
  let households = 0
  const statuses: number[] = []
  const member = async () => {
    while (households < HOUSEHOLDS) {
      const household = households++
      // Every second post is aimed at the victim, the others at a new mailbox each.
      const addressOf = (post: number) =>
        (post + household) % 2 === 0 ? victim : `${others}-${household}-${post}@mail.example`
      statuses.push(...(await attack(addressOf)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, member))
  expect(statuses).toHaveLength(HOUSEHOLDS * POSTS_EACH)
  expect([...new Set(statuses)].sort()).toEqual([200, 429])
  const stored = async (email?: string) => store.db.$count(tickets, email ? eq(tickets.guestEmail, email) : undefined)
  expect([await stored(), await stored(victim)]).toEqual([PER_NETWORK * networks.size, PER_MAILBOX])

  // Each of the others has a mailbox of its own and is acknowledged once; sending those mails proves nothing more.
  await store.db.execute(sql`
    delete from outbox using ${tickets} where tickets.id = (payload ->> 'ticketId')::int and guest_email <> ${victim}`)
  await runJobs(store)
  const mails = await readMailbox(victim, 5_000)
  expect(mails).toHaveLength(1)
  expect(await store.db.$count(ticketLinks)).toBe(1)
  expect(JSON.stringify(mails)).not.toMatch(/BUY-PILLS|evil\.example/)
})
