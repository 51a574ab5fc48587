import { HydrationBoundary } from '@tanstack/react-query'
import { authApi } from '@slipstream/contract/auth'
import { RegisterForm } from '#features/auth/register-form.tsx'
import { type PageHandle, pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { loadPage } from '#lib/page.server.ts'
import type { Route } from './+types/register.ts'

export const loader = ({ context }: Route.LoaderArgs) => loadPage(context, [authApi.options])
export const headers = pageHeaders
export const handle: PageHandle = { query: ['next'] }
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Create an account', isHidden: true })

const Register = ({ loaderData }: Route.ComponentProps) => (
  <HydrationBoundary state={loaderData.queries}>
    <RegisterForm />
  </HydrationBoundary>
)

export default Register
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
