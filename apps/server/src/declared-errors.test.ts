import { beforeAll, expect, test } from 'vitest'
import type { AnyEndpoint } from '@slipstream/contract/endpoint'
import { ERRORS, type ErrorCode } from '@slipstream/contract/errors'
import { errorsOf, SHARED_ERRORS } from '@slipstream/contract/shared-errors'
import { readContractEndpoints } from '#testing/contract-endpoints.ts'

/** Codes that no endpoint of the contract answers with, and why they are still in the table. */
const OUTSIDE_THE_CONTRACT: Partial<Record<ErrorCode, string>> = {
  'payments.bad_signature': 'answered by the webhook, which only Stripe calls',
  'mail.bad_signature': 'answered by the webhook of the mail provider',
  'mod.no_discount': 'a bulk change answers 200 and gives its sentence as the reason for one mod',
}

let endpoints: Map<string, AnyEndpoint>
beforeAll(async () => {
  endpoints = await readContractEndpoints()
})

test('every code in the error table is shared or declared by an endpoint', () => {
  expect(endpoints.size).toBeGreaterThan(100)
  const answered = new Set([...endpoints.values()].flatMap(errorsOf))
  const nowhere = Object.keys(ERRORS).filter((code) => !answered.has(code as ErrorCode))
  expect(nowhere.sort()).toEqual(Object.keys(OUTSIDE_THE_CONTRACT).sort())
})

test('an endpoint declares no error code twice, and none that every endpoint of its access level shares', () => {
  const repeated = [...endpoints].flatMap(([name, { access, errors = [] }]) =>
    errors
      .filter((code, place) => SHARED_ERRORS[access].includes(code) || errors.indexOf(code) !== place)
      .map((code) => `${name}: ${code}`),
  )
  expect(repeated).toEqual([])
})
