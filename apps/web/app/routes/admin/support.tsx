import { useSearchParams } from 'react-router'
import { CannedReplies } from '#features/tickets/admin/canned-replies.tsx'
import { KnownProblems } from '#features/tickets/admin/known-problems.tsx'
import { SupportOverview } from '#features/tickets/admin/support-overview.tsx'
import { Link } from '#lib/link.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/support.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Support', isHidden: true })

const TABS = [
  { name: null, label: 'Overview', search: '', Content: SupportOverview },
  { name: 'problems', label: 'Known problems', search: '?tab=problems', Content: KnownProblems },
  { name: 'replies', label: 'Canned replies', search: '?tab=replies', Content: CannedReplies },
] as const

const SupportPage = () => {
  const [params] = useSearchParams()
  const tab = TABS.find(({ name }) => name === params.get('tab')) ?? TABS[0]
  return (
    <PageFrame title="Support" description="The queue, response times, and what customers write about.">
      <NavTabs label="Sections of this page">
        {TABS.map(({ name, label, search }) => (
          <NavTab key={label} isCurrent={name === tab.name}>
            <Link to={{ search }}>{label}</Link>
          </NavTab>
        ))}
      </NavTabs>
      <tab.Content />
    </PageFrame>
  )
}

export default SupportPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
