import { useLocation } from 'react-router'
import { AuditLog } from '#features/audit/audit-log.tsx'
import { Cleanup } from '#features/cleanup/cleanup.tsx'
import { LatestOperation } from '#features/operations/latest-operation.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PATHS } from '#lib/query-keys.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/payment-settings.ts'

const TABS = [
  { label: 'Cleanup', to: '/admin/database/cleanup' },
  { label: 'Logs', to: '/admin/database/logs' },
] as const

const PAGES: Record<(typeof TABS)[number]['to'], { title: string; description: string }> = {
  '/admin/database/cleanup': {
    title: 'Cleanup',
    description:
      'Data that the store keeps for a limited time, and what is due for deletion now. A cleanup runs every night.',
  },
  '/admin/database/logs': {
    title: 'Logs',
    description: 'Every change administrators made: who, what, before and after.',
  },
}

const pageAt = (pathname: string) => PAGES[pathname as keyof typeof PAGES] ?? PAGES['/admin/database/logs']

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: pageAt(args.location.pathname).title, isHidden: true })

const CHANGED_BY_CLEANUP = [PATHS.cleanup] as const

/** One page for payments and the database; the address selects the tab. routes.ts keeps the others closed. */
const PaymentSettingsPage = () => {
  const { pathname } = useLocation()
  return (
    <PageFrame {...pageAt(pathname)} tabs={TABS}>
      {pathname === '/admin/database/cleanup' ? (
        <Cleanup progress={<LatestOperation kind="cleanup" refresh={CHANGED_BY_CLEANUP} />} />
      ) : (
        <AuditLog />
      )}
    </PageFrame>
  )
}

export default PaymentSettingsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
