import { RefundPolicy } from '#features/legal/refund-policy.tsx'
import { useStore } from '#features/settings/settings.queries.ts'
import { pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import type { Route } from './+types/refund-policy.ts'

export const headers = pageHeaders
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Refund Policy',
    description: 'How to get your money back within 14 days, and how fast we answer.',
  })

const RefundPolicyPage = () => <RefundPolicy store={useStore()} />

export default RefundPolicyPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
