import { useLocation } from 'react-router'
import { AuditLog } from '#features/audit/audit-log.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import NotOpenYet from '../not-open-yet.tsx'
import type { Route } from './+types/payment-settings.ts'

const LOGS = '/admin/database/logs'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: args.location.pathname === LOGS ? 'Logs' : 'Not open yet', isHidden: true })

const PaymentSettingsPage = () => {
  if (useLocation().pathname !== LOGS) return <NotOpenYet />
  return (
    <PageFrame title="Logs" description="Everything that administrators changed: who, what, before and after.">
      <AuditLog />
    </PageFrame>
  )
}

export default PaymentSettingsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
