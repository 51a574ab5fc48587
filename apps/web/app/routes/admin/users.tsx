import { Gift, UserPlus } from 'lucide-react'
import { useLocation, useSearchParams } from 'react-router'
import { ModFinder } from '#features/mods/mod-finder.tsx'
import { type FindMod, GrantDialog } from '#features/orders/admin/grant-dialog.tsx'
import { ORDER_WORDS } from '#features/orders/order-words.ts'
import { UserPage } from '#features/users/user-detail.tsx'
import { UserList } from '#features/users/user-list.tsx'
import type { OrderStatusOf } from '#features/users/user-records.tsx'
import { USERS_TABS } from '#features/users/users-tabs.ts'
import { guard } from '#lib/guard.ts'
import { Link } from '#lib/link.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Route } from './+types/users.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Users', isHidden: true })

const findMod: FindMod = (onFound) => <ModFinder status="published" without={[]} onFound={onFound} />

const orderStatus: OrderStatusOf = (status) => (
  <Status tone={ORDER_WORDS[status].tone}>{ORDER_WORDS[status].word}</Status>
)

/** One page with two addresses. The query selects one account. */
const UsersPage = () => {
  const [params] = useSearchParams()
  const isBanned = useLocation().pathname === '/admin/users/banned'
  const id = idIn(params.get('user'))
  if (id === null) {
    return (
      <PageFrame
        title={isBanned ? 'Banned users' : 'Users'}
        description="Everybody with an account, what they bought, and what happened."
        tabs={USERS_TABS}
        actions={
          <Button asChild size="sm" variant="primary">
            <Link to="/admin/users/create">
              <UserPlus aria-hidden="true" />
              Create user
            </Link>
          </Button>
        }
      >
        {isBanned ? <UserList key="banned" only="banned" /> : <UserList key="all" />}
      </PageFrame>
    )
  }
  return (
    <UserPage
      key={id}
      id={id}
      guard={guard}
      orderStatus={orderStatus}
      gift={(username) => (
        <GrantDialog
          username={username}
          guard={guard}
          findMod={findMod}
          onGranted={(title) => toast({ title: `${title} is in the locker of ${username}.`, tone: 'success' })}
          trigger={
            <Button size="sm" variant="outline">
              <Gift aria-hidden="true" />
              Gift a mod
            </Button>
          }
        />
      )}
    />
  )
}

/** Anything but an account number shows the list. */
const idIn = (text: string | null) => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

export default UsersPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
