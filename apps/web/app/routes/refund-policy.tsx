import { HydrationBoundary } from '@tanstack/react-query'
import { legalApi } from '@slipstream/contract/legal-documents'
import { useLegalText } from '#features/legal/legal.queries.ts'
import { RefundPolicy } from '#features/legal/refund-policy.tsx'
import { versionIn } from '#features/legal/version-parameter.ts'
import { useStore } from '#features/settings/settings.queries.ts'
import { type PageHandle, pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { loadPage, subject } from '#lib/page.server.ts'
import type { Route } from './+types/refund-policy.ts'

export const loader = ({ context, request }: Route.LoaderArgs) => {
  const version = versionIn(request)
  const text = subject(legalApi.document, { params: { document: 'refunds' }, query: { version } })
  return loadPage(context, [text], () => ({ version }))
}
export const headers = pageHeaders
export const handle: PageHandle = { query: ['version'] }
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Refund Policy',
    description: 'How to get your money back within 14 days, and how fast we answer.',
    isHidden: args.loaderData?.version !== undefined,
  })

const RefundPolicyPage = ({ loaderData }: Route.ComponentProps) => (
  <HydrationBoundary state={loaderData.queries}>
    <Text version={loaderData.version} />
  </HydrationBoundary>
)

const Text = ({ version }: { version: number | undefined }) => (
  <RefundPolicy store={useStore()} page={useLegalText('refunds', version)} />
)

export default RefundPolicyPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
