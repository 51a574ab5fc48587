import { Plus } from 'lucide-react'
import { ModTable } from '#features/mods/mod-table.tsx'
import { Link } from '#lib/link.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/product-list.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'All mods', isHidden: true })

const ProductListPage = () => (
  <PageFrame
    title="All mods"
    description="Drafts, mods for sale, and archived mods."
    actions={
      <>
        <Button asChild variant="outline" size="sm">
          <Link to="/admin/mods">Compatibility</Link>
        </Button>
        <Button asChild variant="primary" size="sm">
          <Link to="/admin/products/create">
            <Plus aria-hidden="true" />
            Create mod
          </Link>
        </Button>
      </>
    }
  >
    <ModTable />
  </PageFrame>
)

export default ProductListPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
