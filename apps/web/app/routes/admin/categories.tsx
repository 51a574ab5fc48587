import { CategoryList, NewCategory } from '#features/categories/category-list.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/categories.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Categories', isHidden: true })

const CategoriesPage = () => (
  <PageFrame
    title="Categories"
    description="The store shows them in this order. Drag the handle, or press space on it and then the arrow keys."
    actions={<NewCategory />}
  >
    <CategoryList />
  </PageFrame>
)

export default CategoriesPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
