import { data, useLocation } from 'react-router'
import { pageMeta } from '#lib/page-meta.ts'
import { AdminPageIndex } from '#shell/admin-page-index.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/not-found.ts'

export const loader = () => data(null, { status: 404, headers: { 'Cache-Control': 'public, s-maxage=10' } })
export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders
export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Page not found', isHidden: true })

/** Shown in the admin layout, so that the menu and the search stay. */
const AdminNotFound = () => {
  const { pathname } = useLocation()
  return (
    <PageFrame
      title="Page not found"
      description={
        <>
          No admin page has the address <code className="font-mono wrap-anywhere">{pathname}</code>. Search for it, or
          choose one below.
        </>
      }
    >
      <AdminPageIndex />
    </PageFrame>
  )
}

export default AdminNotFound
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
