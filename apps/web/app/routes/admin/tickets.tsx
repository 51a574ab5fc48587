import { useUser } from '#features/auth/auth.queries.ts'
import { Desk } from '#features/tickets/admin/desk.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { AdminProof } from '#shell/admin-proof.tsx'
import type { Route } from './+types/tickets.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Ticket panel', isHidden: true })

/** One page with two addresses: the ticket panel. */
const TicketsPage = () => {
  const { data: user } = useUser()
  if (!user) return null
  return <AdminProof>{(guard) => <Desk me={user} guard={guard} />}</AdminProof>
}

export default TicketsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
