import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildDetachedApp } from '#detached-app.ts'
import { withMountedRoutes } from '#testing/mounted-routes.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { requestLeaves } from '#testing/request-schemas.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

const NUL = '\u0000'
const UNSTORABLE = ['a', 'aaaaaaaaaaaaaaaaaaaaaa'].flatMap((text) => [
  `${text}${NUL}`,
  `${text}\ud800`,
  `${text}\u0007`,
])
/** Longer than any text, or than the whole body of a call that takes long ones. */
const endless = (bodyBytes = 100_000) => 'a'.repeat(bodyBytes)

/** What each kind of value must refuse, so that no request reaches a limit of the database or the code. */
const MUST_REFUSE: Record<string, unknown[]> = {
  string: UNSTORABLE,
  number: [1e308, -1e308, 2 ** 53, 1e15],
  record: [{ a: [{ b: NUL }] }, { [NUL]: 1 }, { a: '\ud800' }],
}
/** Restricted to a closed list, or derived from a checked value. */
const NEED_NO_BOUND = new Set(['enum', 'literal', 'boolean', 'transform', 'custom', 'null'])

let opened: Awaited<ReturnType<typeof withMountedRoutes>>
beforeAll(async () => {
  opened = await withMountedRoutes(buildDetachedApp)
})

test('every text, number and object in a request schema is bounded and storable', () => {
  const leaves = opened.routes.flatMap(({ name, api }) =>
    api
      ? requestLeaves(api).map((leaf) => ({ ...leaf, path: `${name} ${leaf.path}`, tooLong: endless(api.bodyBytes) }))
      : [],
  )
  expect(leaves.length).toBeGreaterThan(100)
  const unbounded = leaves.filter(({ type, schema, tooLong }) => {
    if (NEED_NO_BOUND.has(type)) return false
    const refused = [...(MUST_REFUSE[type] ?? []), ...(type === 'string' ? [tooLong] : [])]
    return refused.length === 0 || refused.some((value) => z.safeParse(schema, value).success)
  })
  expect(unbounded.map(({ path, type }) => `${path}: ${type}`)).toEqual([])
})

describe('NUL bytes in requests', () => {
  let store: TestStore
  let customer: Person
  beforeAll(async () => {
    store = await openTestStore()
    customer = await newPerson(store)
  })
  afterAll(() => store.close())

  test.each([
    ['POST', '/api/auth/login', { username: `a${NUL}b`, password: 'x' }, 'username'],
    ['POST', '/api/auth/admin-login', { username: 'a', password: `x${NUL}` }, 'password'],
    ['POST', '/api/auth/forgot-password', { email: `a${NUL}b@mail.example` }, 'email'],
    ['GET', '/api/mods?category=a%00b', undefined, 'category'],
    ['GET', '/api/mods?tags=a%00b', undefined, 'tags'],
    ['GET', '/api/mods/facets?category=a%00b', undefined, 'category'],
    ['GET', '/api/mods/suggest?q=a%00b', undefined, 'q'],
    ['GET', '/api/checkout/quote?coupon=a%00b', undefined, 'coupon'],
    ['POST', '/api/purchase/complete', { transactionId: `a${NUL}b` }, 'transactionId'],
  ] as const)('a NUL byte is refused with its field named: %s %s', async (method, url, body, field) => {
    const answer = await customer.call(method, url, body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'request.invalid', issues: [{ path: `/${field}` }] })
  })

  test.each([
    ['a NUL byte', ['title asc', NUL, 1]],
    ['half a character', ['title asc', '\ud800', 1]],
    ['a number beyond the column', ['title asc', 'a', 1e308]],
  ])('a cursor with %s is refused', async (_what, place) => {
    const admin = await newPerson(store, { isAdmin: true })
    const after = Buffer.from(JSON.stringify(place)).toString('base64url')
    expect((await admin.call('GET', `/api/admin/mods?after=${after}`)).statusCode).toBe(400)
  })
})
