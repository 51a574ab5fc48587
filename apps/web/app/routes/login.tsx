import { LoginPanels } from '#features/auth/login-panels.tsx'
import { type PageHandle, pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import type { Route } from './+types/login.ts'

export const headers = pageHeaders
export const handle: PageHandle = { query: ['next'] }
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Login', isHidden: true })

const Login = () => <LoginPanels />

export default Login
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
