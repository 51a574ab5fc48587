import { AdminLoginForm } from '#features/auth/admin-login-form.tsx'
import { useStore } from '#features/settings/settings.queries.ts'
import { type PageHandle, pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import type { Route } from './+types/admin-login.ts'

export const headers = pageHeaders
export const handle: PageHandle = { query: ['next'] }
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Admin login', isHidden: true })

const AdminLogin = () => <AdminLoginForm isDemo={useStore().isDemo} />

export default AdminLogin
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
