import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { ADMIN_PAGES } from './admin-pages.ts'

/** Addresses whose page is not built yet. Delete this and its page with the last one. */
const notOpenYet = (path: string): RouteConfigEntry =>
  route(path, 'routes/not-open-yet.tsx', { id: `not-open-yet/${path}` })

/** Admin pages that are built. Each has a file of its name in routes/admin. */
const BUILT_ADMIN_PAGES: readonly string[] = [
  'dashboard',
  'analytics',
  'mod-create',
  'mod-edit',
  'product-list',
  'featured-mods',
  'categories',
  'mods',
  'payment-settings',
  'orders',
  'subscription-plans',
  'recent-subscriptions',
  'settings',
  'support',
  'tickets',
  'notifications',
  'chat',
  'team-categories',
  'team-members',
  'communications',
  'reviews',
  'users',
  'user-tracking',
  'user-create',
] satisfies (keyof typeof ADMIN_PAGES)[]

const adminRoutes = Object.entries(ADMIN_PAGES).flatMap(([page, paths]) =>
  paths.map((path) => {
    const address = path === '' ? 'admin' : `admin/${path}`
    if (!BUILT_ADMIN_PAGES.includes(page)) return notOpenYet(address)
    return route(address, `routes/admin/${page}.tsx`, { id: address })
  }),
)

export default [
  route('maintenance', 'routes/maintenance.tsx'),
  route('checkout', 'routes/checkout.tsx'),
  layout('routes/admin-layout.tsx', [
    ...adminRoutes,
    route('admin/*', 'routes/admin/not-found.tsx', { id: 'admin/*' }),
  ]),
  layout('routes/developer-layout.tsx', [route('admin/developer', 'routes/admin/developer.tsx')]),
  layout('routes/store-layout.tsx', [
    index('routes/home.tsx'),
    route('mods', 'routes/mods.tsx'),
    route('about', 'routes/about.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('privacy', 'routes/privacy.tsx'),
    route('refund-policy', 'routes/refund-policy.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('mods/:id', 'routes/mod-details.tsx'),
    route('cart', 'routes/cart.tsx'),
    route('debug-cart', 'routes/debug-cart.tsx'),
    route('mod-locker', 'routes/mod-locker.tsx'),
    route('subscribe', 'routes/subscribe.tsx'),
    // One page with two addresses, as specified.
    ...['contact', 'tickets'].map((path) => route(path, 'routes/tickets.tsx', { id: path })),
    route('login', 'routes/login.tsx'),
    route('register', 'routes/register.tsx'),
    route('admin-login', 'routes/admin-login.tsx'),
    // The component gallery for development; not found in production.
    ...(import.meta.env?.DEV ? [route('debug-ui', 'routes/debug-ui.tsx')] : []),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig
