import { useLocation } from 'react-router'
import { LEGAL_DOCUMENTS, LEGAL_TITLES } from '@slipstream/contract/legal-terms'
import { LegalDesk } from '#features/legal/admin/legal-desk.tsx'
import { useStore } from '#features/settings/settings.queries.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/legal.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Legal & Policies', isHidden: true })

/** One page for the four addresses; the address selects the text. */
const LegalTextsPage = () => {
  const { pathname } = useLocation()
  const store = useStore()
  const document = LEGAL_DOCUMENTS.find((each) => pathname.endsWith(`/${each}`)) ?? 'terms'
  return (
    <PageFrame
      title="Legal & Policies"
      description="What customers agree to, with every version they agreed to."
      tabs={LEGAL_DOCUMENTS.map((each) => ({ label: LEGAL_TITLES[each], to: `/admin/legal/${each}` }) as const)}
    >
      {/* Remounted per text, so that it starts with that text's draft. */}
      <LegalDesk key={document} document={document} store={store} />
    </PageFrame>
  )
}

export default LegalTextsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
