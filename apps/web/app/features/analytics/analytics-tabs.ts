/** The pages of the reports, as tabs. */
export const ANALYTICS_TABS = [
  { label: 'Overview', to: '/admin/analytics' },
  { label: 'Sales Report', to: '/admin/analytics/sales' },
  { label: 'User Analytics', to: '/admin/analytics/users' },
  { label: 'Performance', to: '/admin/analytics/performance' },
] as const
