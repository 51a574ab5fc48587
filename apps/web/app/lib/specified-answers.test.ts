import { expect, test, vi } from 'vitest'
import { authApi } from '@slipstream/contract/auth'
import { cartApi } from '@slipstream/contract/cart'
import { checkoutApi } from '@slipstream/contract/checkout'
import { developerApi } from '@slipstream/contract/developer'
import type { AnyEndpoint } from '@slipstream/contract/endpoint'
import { settingsApi } from '@slipstream/contract/settings'
import { subscriptionsApi } from '@slipstream/contract/subscriptions'
import { subscriptionsAdminApi } from '@slipstream/contract/subscriptions-admin'
import { decodeAnswer } from './api.ts'

vi.setConfig({ testTimeout: 30_000 })

const MOD = {
  title: 'Kestrel R4 Rally',
  description: 'All-wheel-drive gravel weapon.',
  category: 'rally',
  price: 16.99,
  discountPrice: 12.99,
  previewImageUrl: '/kestrel.webp',
}
const ITEM = { id: 104, modId: 4, mod: MOD }
const USER = { username: 'mara.k', email: 'mara@example.com', isAdmin: false, isPremium: false, premiumExpiresAt: null }
const SIGNED_IN = { success: true, token: 'a-token', user: USER, message: 'Welcome, mara.k.' }
const TASK = { id: 3, title: 'Renew the certificate', description: 'Before December.', status: 'done' }
const PLAN = {
  id: 5,
  name: 'Premium Month',
  description: 'Every new mod.',
  price: 6.99,
  interval: 'year',
  isActive: false,
  isFeatured: true,
  sortOrder: 2,
}
const PAYMENT = {
  id: 7,
  createdAt: '2026-11-15T07:12:00.000Z',
  username: 'mellow_comet',
  userId: 1204,
  planName: 'Premium Month',
  amountCents: 699,
  interval: 'month',
  paymentIntentId: 'pi_3QxT8aBcDeFgHi',
}
const HEALTH = {
  systems: {
    database: { ok: true, latencyMs: 13 },
    stripe: { configured: true, ok: true, error: null },
    discordAuth: { configured: true },
  },
  settings: { maintenanceMode: false },
  metrics: { totals: { mods: 12, users: 1_846 }, reviews: { approved: 2_418, pending: 3 }, adminChatLast24h: 4 },
  cache: { enabled: true },
  now: '2026-11-15T07:42:18.000Z',
  checkedAt: '2026-11-15T07:42:14.000Z',
  durationMs: 48,
}

/** Every call of the specification whose answer is decoded with a schema, and exactly the fields it gives that answer. */
const CALLS: readonly [AnyEndpoint, specified: unknown][] = [
  [authApi.login, SIGNED_IN],
  [authApi.adminLogin, SIGNED_IN],
  [authApi.register, SIGNED_IN],
  [cartApi.list, [ITEM]],
  [cartApi.add, ITEM],
  [cartApi.remove, {}],
  [cartApi.clear, {}],
  [checkoutApi.complete, {}],
  [settingsApi.siteStatus, { maintenanceMode: true }],
  [settingsApi.adminSettings, { maintenanceMode: true }],
  [developerApi.health, HEALTH],
  [developerApi.tasks, { tasks: [TASK] }],
  [developerApi.createTask, {}],
  [developerApi.changeTask, {}],
  [developerApi.removeTask, {}],
  [developerApi.logs, { lines: ['started'] }],
  [developerApi.maintenance, {}],
  [developerApi.purge, {}],
  [developerApi.dbCheck, { whatever: ['it', 'says'] }],
  [developerApi.ping, { success: true }],
  [developerApi.revalidateSitemap, { success: true }],
  [developerApi.warmMods, { success: true }],
  [developerApi.warmReviews, { success: true }],
  [subscriptionsApi.plans, [PLAN]],
  [subscriptionsApi.createPlan, {}],
  [subscriptionsApi.changePlan, {}],
  [subscriptionsApi.archivePlan, {}],
  [subscriptionsAdminApi.recent, { items: [PAYMENT] }],
] as const

const read = (api: AnyEndpoint, answer: unknown) => decodeAnswer(api, JSON.stringify(answer))
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

type Path = readonly (string | number)[]

const pathsIn = (value: unknown, before: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => {
        const path = [...before, Array.isArray(value) ? Number(key) : key]
        return Array.isArray(value) ? pathsIn(inner, path) : [path, ...pathsIn(inner, path)]
      })
    : []

/** A copy in which one field is absent (or null). */
const without = (answer: unknown, path: Path, gap?: null) => {
  const copy = structuredClone(answer)
  let holder = copy as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) holder = holder[key] as typeof holder
  const last = path.at(-1) ?? ''
  if (gap === null) holder[last] = null
  else delete holder[last]
  return copy
}

test.each(CALLS.map(([api, answer]) => ({ call: nameOf(api), api, answer })))(
  '[CALL-11] the answer of $call is read with exactly the specified fields, and with each of them missing or null',
  ({ api, answer }) => {
    expect(read(api, answer)).toMatchObject(decoded(answer) as object)
    // Which answer it is, is never guessed: a sign-in without `success` has failed.
    const needed = 'token' in (answer as object) ? ['success'] : []
    for (const path of pathsIn(answer).filter((each) => !needed.includes(each.join('.')))) {
      for (const gap of [undefined, null] as const) {
        expect(() => read(api, without(answer, path, gap)), `${path.join('.')} is ${gap}`).not.toThrow()
      }
    }
  },
)

/** Prices in the browser are cents. */
const decoded = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    (key === 'price' || key === 'discountPrice') && typeof value === 'number' ? Math.round(value * 100) : value,
  )

test('[CART-03] a mod without title, category or price is an "Unknown Mod" in "misc" for 0', () => {
  const [item] = read(cartApi.list, [{ id: 104, modId: 4, mod: { title: null } }]) as [{ mod: unknown }]
  expect(item.mod).toMatchObject({ title: 'Unknown Mod', category: 'misc', price: 0, discountPrice: null })
  expect(read(cartApi.list, [{ id: 104, modId: 4 }])).toMatchObject([{ mod: null }])
})

test('[PLAN-02] a plan without interval and flags is a monthly, active one that is not featured', () => {
  expect(read(subscriptionsApi.plans, [{ id: 5, name: 'Premium' }])).toEqual([
    {
      id: 5,
      name: 'Premium',
      description: '',
      price: 0,
      interval: 'month',
      isActive: true,
      isFeatured: false,
      sortOrder: 0,
    },
  ])
})

test('a value of a wrong type is still refused, and so is a sign-in that does not say whether it succeeded', () => {
  expect(() => read(cartApi.list, [{ ...ITEM, mod: { ...MOD, price: 'free' } }])).toThrow()
  expect(() => read(cartApi.list, { items: [] })).toThrow()
  expect(() => read(authApi.login, { token: 'a-token', user: USER, message: '' })).toThrow()
  expect(() => read(authApi.register, { success: false, token: 'a-token', user: USER, message: '' })).toThrow()
})
