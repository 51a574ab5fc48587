import { HydrationBoundary } from '@tanstack/react-query'
import { legalApi } from '@slipstream/contract/legal-documents'
import { useLegalText } from '#features/legal/legal.queries.ts'
import { Terms } from '#features/legal/terms.tsx'
import { versionIn } from '#features/legal/version-parameter.ts'
import { useStore } from '#features/settings/settings.queries.ts'
import { type PageHandle, pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { loadPage, subject } from '#lib/page.server.ts'
import type { Route } from './+types/terms.ts'

export const loader = ({ context, request }: Route.LoaderArgs) => {
  const version = versionIn(request)
  const text = subject(legalApi.document, { params: { document: 'terms' }, query: { version } })
  return loadPage(context, [text], () => ({ version }))
}
export const headers = pageHeaders
export const handle: PageHandle = { query: ['version'] }
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Terms',
    description: 'The rules for buying and using mods from this store, in plain words.',
    isHidden: args.loaderData?.version !== undefined,
  })

const TermsPage = ({ loaderData }: Route.ComponentProps) => (
  <HydrationBoundary state={loaderData.queries}>
    <Text version={loaderData.version} />
  </HydrationBoundary>
)

const Text = ({ version }: { version: number | undefined }) => (
  <Terms store={useStore()} page={useLegalText('terms', version)} />
)

export default TermsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
