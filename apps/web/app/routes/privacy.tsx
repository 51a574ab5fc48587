import { Privacy } from '#features/legal/privacy.tsx'
import { useStore } from '#features/settings/settings.queries.ts'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import type { Route } from './+types/privacy.ts'

export const headers = pageHeaders
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Privacy',
    description: 'What data we keep about you, why, for how long, and what your rights are.',
  })

const PrivacyPage = () => <Privacy store={useStore()} />

export default PrivacyPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
