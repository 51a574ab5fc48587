import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLS, OTHER_ROUTES } from '#testing/access-matrix.ts'
import { newCast } from '#testing/matrix-people.ts'
import { BODIES, MAKERS, madeAt, THINGS } from '#testing/matrix-things.ts'
import { VERDICTS } from '#testing/matrix-verdicts.ts'
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
  test('T-ROUTES: the mounted routes are exactly those of the table', () => {
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

  test('T-ROUTES: each mounted route has the access level of the table', () => {
    const access = mounted.flatMap(({ name, api }) => (api ? [[name, api.access]] : []))
    expect(Object.fromEntries(access)).toEqual(CALLS)
  })

  // T-MATRIX below checks who the access levels admit.
  test('[GATE-07] routes under /api/admin need an administrator, and those under /api/admin/dev the developer', () => {
    const below = mounted.filter(({ name }) => name.includes(' /api/admin/'))
    const isDeveloperCall = ({ name }: (typeof mounted)[number]) => name.includes(' /api/admin/dev/')
    const [developerCalls, adminCalls] = [below.filter(isDeveloperCall), below.filter((each) => !isDeveloperCall(each))]
    // The checks below would pass on empty lists.
    expect(developerCalls.length).toBeGreaterThan(6)
    expect(adminCalls.length).toBeGreaterThan(50)
    expect(developerCalls.filter(({ api }) => api?.access !== 'developer')).toEqual([])
    expect(adminCalls.filter(({ api }) => api?.access !== 'admin')).toEqual([])
  })

  test('T-ROUTES: every user route with a parameter declares whether the caller must own the object', () => {
    const unsaid = mounted.filter(({ api }) => api?.access === 'user' && api.params && api.owned === undefined)
    expect(unsaid.map(({ name }) => name)).toEqual([])
    expect(mounted.filter(({ api }) => api?.owned).length).toBeGreaterThan(5)
  })

  test('T-ROUTES: every route with a parameter has a fixture in the matrix', () => {
    expect(Object.keys(THINGS).sort()).toEqual(
      Object.keys(CALLS)
        .filter((name) => mounted.some((route) => route.name === name && route.api?.params))
        .sort(),
    )
    const used = new Set(mounted.map(({ name }) => madeAt(name.split(' ')[1] ?? '')))
    expect(Object.keys(MAKERS).filter((address) => !used.has(address))).toEqual([])
  })
})

describe('T-MATRIX: access by role', () => {
  /** Past the access check: answered, or refused because of the input and not the sender. */
  const outcomeOf = (status: number) => (status < 500 && ![401, 403, 404].includes(status) ? 'let in' : status)

  test.each(Object.entries(CALLS))(
    '[GATE-07] T-MATRIX: %s admits exactly the roles of its access level (%s)',
    async (name, access) => {
      const [method, path = ''] = name.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string]
      await store.empty()
      const { user, tokens } = await newCast(store)
      const address = (await THINGS[name]?.(store.db, user.id)) ?? path

      const outcomes: Record<string, unknown> = {}
      // The user goes last: their fixture must still exist when the others request it.
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

      // Another person's object answers 404 for every role.
      const isOwned = mounted.find((route) => route.name === name)?.api?.owned
      const othersSee = isOwned ? { 'other user': 404, admin: 404, developer: 404 } : {}
      expect(outcomes).toEqual({ ...VERDICTS[access], ...othersSee })
    },
  )
})
