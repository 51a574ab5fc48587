import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createUser } from '@slipstream/db/testing/factories'
import { readMailbox } from '#testing/mailbox.ts'
import { median } from '#testing/median.ts'
import { freshName, newBrowser } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openFileStore } from '#testing/test-store.ts'

const USERS = 10_000
const ROUNDS = 150

const store = await openFileStore()

/** Creates the users and returns some of their names; each can be tried only ten times. */
const fillStore = async () => {
  const { id, username } = await createUser(store.db, { username: freshName() })
  await store.db.execute(sql`
    insert into users (username, email, email_verified_at, password_hash)
    select ${username} || '_' || number, ${username} || number || '@customer.example', now(), password_hash
    from users, generate_series(1, ${USERS}::int) as number where id = ${id}`)
  return Array.from({ length: 30 }, (_, place) => `${username}_${place * 300 + 1}`)
}

const withoutId = (body: string) => body.replace(/"requestId":"[^"]+"/, '')

describe('T-ENUM: accounts cannot be enumerated', () => {
  // A busy machine may skew one measurement; a real difference shows in all of them.
  test('T-ENUM: neither texts nor response times reveal which usernames exist', {
    retry: 3,
    timeout: 240_000,
  }, async () => {
    const known = await fillStore()
    const times = { known: [] as number[], unknown: [] as number[] }
    const answers = new Set<string>()
    const attempt = async (kind: keyof typeof times, username: string) => {
      const browser = newBrowser(store)
      const start = performance.now()
      const answer = await browser.call('POST', '/api/auth/login', { username, password: 'a wrong password' })
      times[kind].push(performance.now() - start)
      answers.add(`${answer.statusCode} ${JSON.stringify(Object.keys(answer.headers))} ${withoutId(answer.body)}`)
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const attempts = [
        () => attempt('known', known[round % known.length] ?? ''),
        () => attempt('unknown', freshName()),
      ]
      for (const act of round % 2 === 0 ? attempts : attempts.reverse()) await act()
    }
    expect(answers.size).toBe(1)
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(0.9)
    expect(ratio).toBeLessThan(1.1)
  })

  test('T-ENUM: a password reset does not reveal which addresses have an account', async () => {
    const email = `${freshName()}@mail.example`
    await createUser(store.db, { username: freshName(), email })
    const ask = async (address: string) => {
      const answer = await newBrowser(store).call('POST', '/api/auth/forgot-password', { email: address })
      return [answer.statusCode, answer.body]
    }
    const [known, unknown] = [await ask(email), await ask(`${freshName()}@mail.example`)]
    expect(known).toEqual(unknown)
    expect(known).toEqual([200, expect.stringMatching(/If we sent one in the last 20 minutes, use that one/)])
    // A client over its limit gets the same answer; only the mails stop.
    for (let time = 0; time < 5; time += 1) expect(await ask(email)).toEqual(known)
    await runJobs(store)
    expect(await readMailbox(email)).toHaveLength(1)
  })
})
