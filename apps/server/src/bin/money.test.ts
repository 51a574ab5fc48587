import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buy, type BuyingStore, newBuyer, newMods, openBuyingStore } from '#testing/buying-store.ts'
import { PROCESSES_TIMEOUT_MS, runBin } from '#testing/run-bin.ts'

vi.setConfig({ testTimeout: PROCESSES_TIMEOUT_MS })

let store: BuyingStore
beforeAll(async () => {
  store = await openBuyingStore()
})
afterAll(() => store.close())

const money = (...words: string[]) =>
  runBin('money.ts', words, { DATABASE_URL: store.config.databaseUrl, STRIPE_API_URL: store.stripe.address })

test('the money check runs from the command line and includes the last second', async () => {
  await buy(store, await newBuyer(store, await newMods(store, [1_250])))
  expect(await money()).toEqual({
    code: 0,
    stdout: 'the money is right: 1 orders; Stripe has $12.50, the ledger $12.50\n',
    stderr: '',
  })

  await store.db.execute(sql`update ledger_entries set amount_cents = 1249`)
  const wrong = await money('1')
  expect(wrong).toMatchObject({ code: 1, stdout: '' })
  expect(wrong.stderr).toContain('the money is not right: 1 orders; Stripe has $12.50, the ledger $12.49')
  expect(wrong.stderr).toMatch(/stripe_not_ledger {2}pi_\w+ {2}payment of \$12\.50/)

  expect(await money('soon')).toEqual({ code: 1, stdout: '', stderr: 'usage: money [HOURS]\n' })
})
