import { useLocation, useSearchParams } from 'react-router'
import { AuditLog } from '#features/audit/audit-log.tsx'
import { Archive } from '#features/backups/archive.tsx'
import { Backups } from '#features/backups/backups.tsx'
import { Cleanup } from '#features/cleanup/cleanup.tsx'
import { JobList } from '#features/jobs/job-list.tsx'
import { LatestOperation } from '#features/operations/latest-operation.tsx'
import { PaymentRules, SubscriptionRules } from '#features/reconciliation/payment-rules.tsx'
import { HeldKinds } from '#features/outbox/held-kinds.tsx'
import { StripeConnection } from '#features/reconciliation/stripe-connection.tsx'
import { WebhookList } from '#features/reconciliation/webhook-list.tsx'
import { guard } from '#lib/guard.ts'
import { Link } from '#lib/link.ts'
import { pageMeta } from '#lib/page-meta.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import type { Route } from './+types/payment-settings.ts'

const TABS = [
  { label: 'Settings', to: '/admin/payments/settings' },
  { label: 'Stripe', to: '/admin/payments/stripe' },
  { label: 'Subscriptions', to: '/admin/payments/subscriptions' },
  { label: 'Webhooks', to: '/admin/payments/webhooks' },
  { label: 'Backup', to: '/admin/database/backup' },
  { label: 'Cleanup', to: '/admin/database/cleanup' },
  { label: 'Logs', to: '/admin/database/logs' },
] as const

const PAGES: Record<(typeof TABS)[number]['to'], { title: string; description: string }> = {
  '/admin/payments/settings': {
    title: 'Payments',
    description: 'The rules for payments, and where to change each of them.',
  },
  '/admin/payments/stripe': {
    title: 'Stripe',
    description: 'Whether the store reaches Stripe, and Stripe reaches the store. Keys are never shown.',
  },
  '/admin/payments/subscriptions': {
    title: 'Subscription payments',
    description: 'The rules for renewals, and where to change each of them.',
  },
  '/admin/payments/webhooks': {
    title: 'Webhooks',
    description: 'What Stripe reported to the store and how each report was processed.',
  },
  '/admin/database/backup': {
    title: 'Backup',
    description: 'Encrypted copies of the database, made every night. Each is restored once to prove that it works.',
  },
  '/admin/database/cleanup': {
    title: 'Cleanup',
    description:
      'Data that the store keeps for a limited time, and what is due for deletion now. A cleanup runs every night.',
  },
  '/admin/database/logs': {
    title: 'Logs',
    description: 'Every change administrators made, and the jobs the worker has not finished yet.',
  },
}

const pageAt = (pathname: string) => PAGES[pathname as keyof typeof PAGES] ?? PAGES['/admin/database/logs']

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: pageAt(args.location.pathname).title, isHidden: true })

const CHANGED_BY_CLEANUP = [ADMIN_PATHS.cleanup] as const
const CHANGED_BY_BACKUP = [ADMIN_PATHS.backups] as const

/** One page for payments and the database; the address selects the tab. */
const PaymentSettingsPage = () => {
  const { pathname } = useLocation()
  return (
    <PageFrame {...pageAt(pathname)} tabs={TABS}>
      {pathname === '/admin/payments/settings' && <PaymentRules />}
      {pathname === '/admin/payments/stripe' && <StripeConnection />}
      {pathname === '/admin/payments/subscriptions' && <SubscriptionRules />}
      {pathname === '/admin/payments/webhooks' && <WebhookList />}
      {pathname === '/admin/database/backup' && <HeldKinds />}
      {pathname === '/admin/database/backup' && <Archive />}
      {pathname === '/admin/database/backup' && (
        <Backups guard={guard} progress={<LatestOperation kind="backup" refresh={CHANGED_BY_BACKUP} />} />
      )}
      {pathname === '/admin/database/cleanup' && (
        <Cleanup progress={<LatestOperation kind="cleanup" refresh={CHANGED_BY_CLEANUP} />} />
      )}
      {pathname === '/admin/database/logs' && <Logs />}
    </PageFrame>
  )
}

const LOGS = [
  { name: null, label: 'Changes', search: '', content: <AuditLog /> },
  { name: 'jobs', label: 'Jobs', search: '?tab=jobs', content: <JobList /> },
] as const

/** Two logs at one address; the query selects one. */
const Logs = () => {
  const [params] = useSearchParams()
  const log = LOGS.find(({ name }) => name === params.get('tab')) ?? LOGS[0]
  return (
    <>
      <NavTabs label="Logs">
        {LOGS.map(({ name, label, search }) => (
          <NavTab key={label} isCurrent={name === log.name}>
            <Link to={{ search }}>{label}</Link>
          </NavTab>
        ))}
      </NavTabs>
      {log.content}
    </>
  )
}

export default PaymentSettingsPage
export { RouteError as ErrorBoundary } from '#shell/route-error.tsx'
