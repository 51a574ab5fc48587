import { useLocation } from 'react-router'
import { AdminReviews } from '#features/reviews/admin/admin-reviews.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/reviews.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Reviews', isHidden: true })

const TABS = [
  { label: 'All reviews', to: '/admin/reviews' },
  { label: 'Pending', to: '/admin/reviews/pending' },
] as const

/** One page with two addresses, each of which selects a tab. */
const ReviewsPage = () => {
  const isPending = useLocation().pathname === '/admin/reviews/pending'
  return (
    <PageFrame
      title="Reviews"
      description="Read what customers write before it is published. Reject only for a reason on the list, never for an opinion."
      tabs={TABS}
    >
      {isPending ? <AdminReviews key="pending" only="pending" /> : <AdminReviews key="all" />}
    </PageFrame>
  )
}

export default ReviewsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
