import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROVEN_CALLS } from '#testing/proven-calls.ts'
import { readContractEndpoints } from '#testing/contract-endpoints.ts'
import { newSession } from '#testing/matrix-people.ts'
import { withMountedRoutes } from '#testing/mounted-routes.ts'
import { freshName } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { createUser } from '@slipstream/db/testing/factories'

let store: TestStore
let token = ''
beforeAll(async () => {
  // Proof is asked after the input is checked. Here every input passes, so that no call needs a valid one.
  const { opened } = await withMountedRoutes(openTestStore, (route) => {
    if (route.schema) route.schema = { response: route.schema.response }
  })
  store = opened
  const admin = await createUser(store.db, { username: freshName(), isAdmin: true })
  token = (await newSession(store.db, admin.id)).token
  await store.db.execute(sql`update sessions set proven_at = now() - interval '11 minutes'`)
})
afterAll(() => store.close())

describe('T-PROOF: proof of presence', () => {
  test.each(PROVEN_CALLS)('T-PROOF: a session that was proven 11 minutes ago is refused: %s', async (name) => {
    const [method, path = ''] = name.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string]
    const url = path.replaceAll(/:\w+/g, '1')
    const answer = await store.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'auth.proof_required'])
  })

  test('T-PROOF: every admin write and every export declares whether it needs proof, and the table lists the ones for which it is required', async () => {
    const endpoints = [...(await readContractEndpoints()).values()]
    const isWrite = (method: string, path: string) => method !== 'GET' && path.startsWith('/api/admin/')
    const mustSay = endpoints.filter(({ method, path }) => isWrite(method, path) || path.endsWith('/export'))
    expect(mustSay.length).toBeGreaterThan(120)
    const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
    expect(mustSay.filter(({ needsProof }) => needsProof === undefined).map(nameOf)).toEqual([])
    const proven = endpoints.filter(({ needsProof }) => needsProof === true).map(nameOf)
    expect(proven.sort()).toEqual([...PROVEN_CALLS].sort())
    const sometimes = endpoints.flatMap((api) =>
      api.needsProof?.toString().startsWith('if: ') ? [[nameOf(api), api.needsProof]] : [],
    )
    expect(Object.fromEntries(sometimes)).toEqual({
      'POST /api/admin/coupons': 'if: the coupon is steep',
      'PATCH /api/admin/coupons/:id': 'if: the coupon is steep',
      'PATCH /api/admin/settings/values': 'if: payments or mail',
    })
  })
})
