import type { Access } from '@slipstream/contract/endpoint'

/** The dashboard and the reports, for the access matrix. */
export const ANALYTICS_CALLS: Record<string, Access> = {
  'GET /api/admin/analytics/cohorts': 'admin',
  'GET /api/admin/analytics/performance': 'admin',
  'GET /api/admin/analytics/performance/routes': 'admin',
  'GET /api/admin/analytics/sales': 'admin',
  'GET /api/admin/analytics/sales/export': 'admin',
  'GET /api/admin/analytics/sales/parts': 'admin',
  'GET /api/admin/analytics/users': 'admin',
  'GET /api/admin/analytics/visits': 'admin',
  'GET /api/admin/analytics/visits/export': 'admin',
  'GET /api/admin/analytics/visits/parts': 'admin',
  'GET /api/admin/analytics/visits/searches': 'admin',
  'GET /api/admin/dashboard/attention': 'admin',
  'GET /api/admin/dashboard/figures': 'admin',
  'GET /api/admin/dashboard/top-mods': 'admin',
  'GET /api/admin/dashboard/waiting': 'admin',
  'GET /api/admin/reviews/figures': 'admin',
  'GET /api/admin/support/overview': 'admin',
  'GET /api/admin/subscriptions/figures': 'admin',
}
