import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLS, OTHER_ROUTES, VERDICTS } from '#testing/access-matrix.ts'
import { newCast } from '#testing/matrix-people.ts'
import { BODIES, THINGS } from '#testing/matrix-things.ts'
import { withMountedRoutes } from '#testing/mounted-routes.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

let store: TestStore
let mounted: Awaited<ReturnType<typeof withMountedRoutes>>['routes']
beforeAll(async () => {
  const { opened, routes } = await withMountedRoutes(openTestStore)
  store = opened
  mounted = routes
})
afterAll(() => store.close())

const isOfContract = ({ api }: (typeof mounted)[number]) => api !== undefined

describe('T-ROUTES: the mounted routes', () => {
  test('are the calls of the table and the few others, and no more', () => {
    expect(
      mounted
        .filter(isOfContract)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(CALLS).sort())
    expect(
      mounted
        .filter((route) => !isOfContract(route))
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...OTHER_ROUTES].sort())
  })

  test('let in whom the table says', () => {
    const access = mounted.flatMap(({ name, api }) => (api ? [[name, api.access]] : []))
    expect(Object.fromEntries(access)).toEqual(CALLS)
  })

  // Who gets in by the table is asked of every call in T-MATRIX below.
  test('[GATE-07] are for administrators under /api/admin, and for the developer alone under /api/admin/dev', () => {
    const below = (start: string) => Object.entries(CALLS).filter(([name]) => name.includes(` ${start}`))
    const developerCalls = below('/api/admin/dev/')
    const adminCalls = below('/api/admin/').filter(([name]) => !name.includes(' /api/admin/dev/'))
    // Without a call there would be nothing to prove.
    expect(developerCalls.length).toBeGreaterThan(0)
    expect(adminCalls.length).toBeGreaterThan(50)
    expect(developerCalls.filter(([, access]) => access !== 'developer')).toEqual([])
    expect(adminCalls.filter(([, access]) => access !== 'admin')).toEqual([])
  })

  test('about one thing are asked with a thing that is there', () => {
    expect(Object.keys(THINGS).sort()).toEqual(
      Object.keys(CALLS)
        .filter((name) => name.includes(':'))
        .sort(),
    )
  })
})

describe('T-MATRIX: who gets what', () => {
  /** Past the gate: answered, or refused for what was sent and not for who sent it. */
  const outcomeOf = (status: number) => (status < 500 && ![401, 403, 404].includes(status) ? 'let in' : status)

  test.each(Object.entries(CALLS))('[GATE-07] %s (%s)', async (name, access) => {
    const [method, path = ''] = name.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string]
    await store.empty()
    const { user, tokens } = await newCast(store)
    const address = (await THINGS[name]?.(store.db, user.id)) ?? path

    const outcomes: Record<string, unknown> = {}
    // The user last: what is theirs must still be there when the others ask for it.
    const roles = Object.entries(tokens).sort(([one], [other]) => Number(one === 'user') - Number(other === 'user'))
    for (const [role, token] of roles) {
      const answer = await store.app.inject({
        method,
        url: address,
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
        ...(BODIES[name] && { payload: BODIES[name] }),
      })
      outcomes[role] = outcomeOf(answer.statusCode)
    }

    // What belongs to somebody is not there for others, whoever they are.
    const othersSee = name in THINGS && access === 'user' ? { 'other user': 404, admin: 404, developer: 404 } : {}
    expect(outcomes).toEqual({ ...VERDICTS[access], ...othersSee })
  })
})
