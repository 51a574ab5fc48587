/** The tabs of the pages about users. */
export const USERS_TABS = [
  { label: 'All users', to: '/admin/users' },
  { label: 'Banned', to: '/admin/users/banned' },
  { label: 'Tracking', to: '/admin/users/tracking' },
] as const
