// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/locker'
import '#features/locker/locker-page.tsx'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mara, open, stand } from '#testing/stand.tsx'
import Cart, { meta as cartMeta } from './routes/cart.tsx'
import ModLocker, { meta as lockerMeta } from './routes/mod-locker.tsx'
import Profile, { meta as profileMeta } from './routes/profile.tsx'

beforeEach(() => {
  stand.answers['GET /api/site/store'] = () => Response.json({})
  stand.answers['GET /api/locker'] = () =>
    Response.json({ items: [], gameVersion: null, premiumExpiresAt: null, renewals: 'one-click' })
  stand.answers['GET /api/orders'] = () => Response.json({ items: [], next: null })
})

const titleOf = (meta: typeof lockerMeta) => {
  const args = { matches: [], location: { pathname: '/', search: '' } }
  return meta(args as unknown as Parameters<typeof lockerMeta>[0])?.find((tag) => 'title' in tag)
}

const PAGES = [
  ['/cart', 'Shopping Cart', 'Shopping Cart', cartMeta, <Cart key="cart" />],
  ['/mod-locker', 'My Purchases', 'My Purchases', lockerMeta, <ModLocker key="locker" />],
  ['/profile', 'Your profile', 'Profile', profileMeta, <Profile key="profile" />],
] as const

test.each(PAGES)(
  '[ROUTE-23] a signed-out visitor of %s sees its title and a sign-in link, and no personal data is requested',
  async (path, heading, title, meta, page) => {
    open(page, path)
    const link = await screen.findByRole('link', { name: 'Log in' })
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(`/login?next=${path}`)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading)
    expect(titleOf(meta as typeof lockerMeta)).toEqual({ title })
    expect(stand.routes().filter((route) => !/auth\/user|site\//.test(route))).toEqual([])
  },
)

test("[ROUTE-04] /mod-locker is 'My Purchases', and shows a signed-in user what they own", async () => {
  localStorage.setItem('auth_token', 'abc')
  stand.signedInAs(mara)
  open(<ModLocker />, '/mod-locker')
  expect(screen.getByRole('heading', { level: 1, name: 'My Purchases' })).toBeTruthy()
  expect(titleOf(lockerMeta)).toEqual({ title: 'My Purchases' })
  expect((await screen.findByRole('link', { name: 'Browse all mods' })).getAttribute('href')).toBe('/mods')
  expect(stand.asked('GET /api/locker')).toHaveLength(1)
})

test("[ROUTE-04] a signed-out visitor of /mod-locker sees 'My Purchases' and a sign-in link, and the locker is not requested", async () => {
  open(<ModLocker />, '/mod-locker')
  const link = await screen.findByRole('link', { name: 'Log in' })
  expect(link.getAttribute('href')).toBe('/login?next=%2Fmod-locker')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('My Purchases')
  expect(stand.asked('GET /api/locker')).toEqual([])
})
