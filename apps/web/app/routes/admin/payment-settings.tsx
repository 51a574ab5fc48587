import { useLocation } from 'react-router'
import { AuditLog } from '#features/audit/audit-log.tsx'
import { Backups } from '#features/backups/backups.tsx'
import { Cleanup } from '#features/cleanup/cleanup.tsx'
import { LatestOperation } from '#features/operations/latest-operation.tsx'
import { pageMeta } from '#lib/page-meta.ts'
import { PATHS } from '#lib/query-keys.ts'
import { AdminProof } from '#shell/admin-proof.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/payment-settings.ts'

const TABS = [
  { label: 'Backup', to: '/admin/database/backup' },
  { label: 'Cleanup', to: '/admin/database/cleanup' },
  { label: 'Logs', to: '/admin/database/logs' },
] as const

const PAGES: Record<(typeof TABS)[number]['to'], { title: string; description: string }> = {
  '/admin/database/backup': {
    title: 'Backup',
    description: 'Encrypted copies of the database, each restored once to prove it. One is made every night.',
  },
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
const CHANGED_BY_BACKUP = [PATHS.backups] as const

/** One page for payments and the database; the address selects the tab. routes.ts keeps the others closed. */
const PaymentSettingsPage = () => {
  const { pathname } = useLocation()
  return (
    <PageFrame {...pageAt(pathname)} tabs={TABS}>
      {pathname === '/admin/database/backup' && (
        <AdminProof>
          {(guard) => (
            <Backups guard={guard} progress={<LatestOperation kind="backup" refresh={CHANGED_BY_BACKUP} />} />
          )}
        </AdminProof>
      )}
      {pathname === '/admin/database/cleanup' && (
        <Cleanup progress={<LatestOperation kind="cleanup" refresh={CHANGED_BY_CLEANUP} />} />
      )}
      {pathname === '/admin/database/logs' && <AuditLog />}
    </PageFrame>
  )
}

export default PaymentSettingsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
