import { useUser } from '#features/auth/auth.queries.ts'
import { Desk } from '#features/tickets/admin/desk.tsx'
import { guard } from '#lib/guard.ts'
import { pageMeta } from '#lib/page-meta.ts'
import type { Route } from './+types/tickets.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Ticket panel', isHidden: true })

/** One page with two addresses: the ticket panel. */
const TicketsPage = () => {
  const { data: user } = useUser()
  if (!user) return null
  return <Desk me={user} guard={guard} />
}

export default TicketsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
