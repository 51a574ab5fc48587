import { data } from 'react-router'
import { pageMeta } from '#lib/page-meta.ts'
import { NotFoundScreen } from '#shell/not-found-screen.tsx'
import type { Route } from './+types/not-found.ts'

export const loader = () => data(null, { status: 404, headers: { 'Cache-Control': 'public, s-maxage=10' } })
export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Page not found', isHidden: true })

const NotFound = () => <NotFoundScreen />

export default NotFound
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
