import { HydrationBoundary } from '@tanstack/react-query'
import { legalApi } from '@slipstream/contract/legal-documents'
import { useLegalText } from '#features/legal/legal.queries.ts'
import { Privacy } from '#features/legal/privacy.tsx'
import { versionIn } from '#features/legal/version-parameter.ts'
import { useStore } from '#features/settings/settings.queries.ts'
import { type PageHandle, pageHeaders } from '#lib/page-cache.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { loadPage, subject } from '#lib/page.server.ts'
import type { Route } from './+types/privacy.ts'

/** The cookie policy is a section of this page, with versions of its own. */
export const loader = ({ context, request }: Route.LoaderArgs) => {
  const versions = { privacy: versionIn(request), cookies: versionIn(request, 'cookies') }
  const texts = (['privacy', 'cookies'] as const).map((document) =>
    subject(legalApi.document, { params: { document }, query: { version: versions[document] } }),
  )
  return loadPage(context, texts, () => ({ versions }))
}
export const headers = pageHeaders
export const handle: PageHandle = { query: ['version', 'cookies'] }
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Privacy',
    description: 'What data we keep about you, why, for how long, and what your rights are.',
    isHidden: Object.values(args.loaderData?.versions ?? {}).some((version) => version !== undefined),
  })

const PrivacyPage = ({ loaderData }: Route.ComponentProps) => (
  <HydrationBoundary state={loaderData.queries}>
    <Text {...loaderData.versions} />
  </HydrationBoundary>
)

const Text = ({ privacy, cookies }: { privacy: number | undefined; cookies: number | undefined }) => (
  <Privacy store={useStore()} page={useLegalText('privacy', privacy)} cookies={useLegalText('cookies', cookies)} />
)

export default PrivacyPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
