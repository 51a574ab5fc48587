import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { announceChange } from '#lib/cache/change-bus.ts'
import { whileDatabaseIsDown } from '#testing/database-down.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()
afterEach(() => vi.restoreAllMocks())

const realNow = Date.now
/** Moves this process's cache past its lifetime; the sessions themselves stay valid. */
const later = (ms: number) => vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ms)
const pollOf = async ({ call }: Pick<Person, 'call'>) => (await call('GET', '/api/auth/user')).statusCode
/** A person whose session is cached, after the announcement of the sign-in has arrived. */
const knownPerson = async () => {
  const person = await newPerson(store)
  const heard = new Promise<void>((resolve) => store.services.bus.onChange('user', (id) => id === 0 && resolve()))
  await inTransaction(store.db, (tx) => announceChange(tx, 'user', 0))
  await heard
  expect(await pollOf(person)).toBe(200)
  return person
}

test('while the database is down, polls of open pages stay signed in for half a minute and everything else is refused', async () => {
  const person = await knownPerson()
  await whileDatabaseIsDown(store, async () => {
    later(10_000)
    expect(await pollOf(person)).toBe(200)
    expect((await person.call('GET', '/api/account')).statusCode).toBe(503)
    expect((await person.call('POST', '/api/auth/generate-token')).statusCode).toBe(503)
    // An answer from the cache does not extend the half minute.
    later(31_000)
    expect(await pollOf(person)).toBe(503)
  })
})

test('T-SESS: a session that has ended is not served from the cache while the database is down', async () => {
  const [stays, leaves, erased] = [await knownPerson(), await knownPerson(), await knownPerson()]
  expect((await leaves.browser.call('POST', '/api/auth/logout')).statusCode).toBe(200)
  // Deleted without an announcement, so only the next read of the session notices.
  await store.db.execute(sql`delete from sessions where user_id = ${erased.row.id}`)
  later(6_000)
  expect(await pollOf(erased)).toBe(401)
  await whileDatabaseIsDown(store, async () => {
    for (const person of [leaves, erased]) expect(await pollOf(person)).toBe(503)
    expect(await pollOf(stays)).toBe(200)
  })
})
