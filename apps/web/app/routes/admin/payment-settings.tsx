import { AuditLog } from '#features/audit/audit-log.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/payment-settings.ts'

export const meta: Route.MetaFunction = (args) => pageMeta(args, { title: 'Logs', isHidden: true })

/** One page for payments and the database. Only the log is built; routes.ts keeps the other addresses closed. */
const PaymentSettingsPage = () => (
  <PageFrame title="Logs" description="Every change administrators made: who, what, before and after.">
    <AuditLog />
  </PageFrame>
)

export default PaymentSettingsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
