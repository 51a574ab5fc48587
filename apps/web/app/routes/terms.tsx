import { Terms } from '#features/legal/terms.tsx'
import { useStore } from '#features/settings/settings.queries.ts'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import type { Route } from './+types/terms.ts'

export const headers = pageHeaders
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Terms',
    description: 'The rules for buying and using mods from this store, in plain words.',
  })

const TermsPage = () => <Terms store={useStore()} />

export default TermsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
