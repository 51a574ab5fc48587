import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { ADMIN_PAGES } from './admin-pages.ts'

/** An address of the store whose page is not built yet. Whoever builds the last one deletes this and its page. */
const notOpenYet = (path: string): RouteConfigEntry =>
  route(path, 'routes/not-open-yet.tsx', { id: `not-open-yet/${path}` })

const adminPaths = Object.values(ADMIN_PAGES).flat()

export default [
  route('maintenance', 'routes/maintenance.tsx'),
  layout('routes/store-layout.tsx', [
    index('routes/home.tsx'),
    route('mods', 'routes/mods.tsx'),
    route('about', 'routes/about.tsx'),
    route('terms', 'routes/terms.tsx'),
    route('privacy', 'routes/privacy.tsx'),
    route('refund-policy', 'routes/refund-policy.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('mods/:id', 'routes/mod-details.tsx'),
    ...['contact', 'tickets', 'mod-locker', 'cart', 'checkout', 'subscribe', 'debug-cart'].map(notOpenYet),
    route('login', 'routes/login.tsx'),
    route('register', 'routes/register.tsx'),
    route('admin-login', 'routes/admin-login.tsx'),
    layout(
      'routes/admin-layout.tsx',
      adminPaths.map((path) => notOpenYet(path === '' ? 'admin' : `admin/${path}`)),
    ),
    layout('routes/developer-layout.tsx', [notOpenYet('admin/developer')]),
    // Every part of the kit in every state, to look at while building; in production the address is not found.
    ...(import.meta.env?.DEV ? [route('debug-ui', 'routes/debug-ui.tsx')] : []),
    route('*', 'routes/not-found.tsx'),
  ]),
] satisfies RouteConfig
