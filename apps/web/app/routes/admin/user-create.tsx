import { CreateUser } from '#features/users/create-user.tsx'
import { guard } from '#lib/guard.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/user-create.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Create user', isHidden: true })

const UserCreatePage = () => (
  <PageFrame
    title="Create user"
    description="The person gets an e-mail with a link to choose a password. It works once and expires after seven days."
    back={{ label: 'All Users', to: '/admin/users' }}
  >
    <CreateUser guard={guard} />
  </PageFrame>
)

export default UserCreatePage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
