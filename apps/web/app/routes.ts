import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { ADMIN_PAGES } from './admin-pages.ts'

/** Each page has a file of its name in routes/admin. */
const adminRoutes = Object.entries(ADMIN_PAGES).flatMap(([page, paths]) =>
  paths.map((path) => {
    const address = path === '' ? 'admin' : `admin/${path}`
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
