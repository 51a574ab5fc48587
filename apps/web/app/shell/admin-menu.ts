import {
  ChartNoAxesCombined,
  CreditCard,
  Database,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Package,
  Receipt,
  Scale,
  Users,
  UsersRound,
} from 'lucide-react'
import type { WaitingKind } from '@slipstream/contract/analytics-terms'
import type { PageAddress } from '#lib/link.ts'

/** The specification lists these in the menu, but they have no page yet. */
type UnansweredAddress = '/admin/support/analytics' | '/admin/support/faq'

export interface AdminMenuItem {
  label: string
  to: PageAddress | UnansweredAddress
  /** The required permission; every admin has all of them. */
  permission?: 'view_dashboard' | 'view_analytics'
  /** The kinds of waiting items to count beside the label. */
  waiting?: readonly WaitingKind[]
  /** No page exists yet, and the address shows not-found. */
  isSoon?: boolean
}

export interface AdminMenuGroup {
  label: string
  Icon: LucideIcon
  /** A group that is itself a page. */
  to?: PageAddress
  items: readonly AdminMenuItem[]
  /** Shows the number of open refund requests and disputes. */
  hasOpenRequests?: boolean
  /** More addresses that belong to this item without being in the menu. */
  owns?: RegExp
}

const analytics = (label: string, to: PageAddress): AdminMenuItem => ({ label, to, permission: 'view_analytics' })

/** The specified menu. Other pages, such as the settings, are reached by links elsewhere or by the search. */
export const ADMIN_MENU: readonly AdminMenuGroup[] = [
  {
    label: 'Dashboard',
    Icon: LayoutDashboard,
    items: [{ label: 'Dashboard', to: '/admin', permission: 'view_dashboard' }],
  },
  {
    label: 'Analytics',
    Icon: ChartNoAxesCombined,
    items: [
      analytics('Overview', '/admin/analytics'),
      analytics('Sales Report', '/admin/analytics/sales'),
      analytics('User Analytics', '/admin/analytics/users'),
      analytics('Performance', '/admin/analytics/performance'),
    ],
  },
  {
    label: 'User Management',
    Icon: Users,
    items: [
      { label: 'All Users', to: '/admin/users' },
      { label: 'Create User', to: '/admin/users/create' },
      { label: 'Banned Users', to: '/admin/users/banned' },
    ],
    owns: /^\/admin\/users\//,
  },
  {
    label: 'Product Management',
    Icon: Package,
    items: [
      { label: 'All Mods', to: '/admin/products/all-mods', waiting: ['notReadyMods'] },
      { label: 'Create Mod', to: '/admin/products/create' },
      { label: 'Featured Mods', to: '/admin/products/featured-mods' },
      { label: 'Categories', to: '/admin/products/categories' },
    ],
    owns: /^\/admin\/(products|mods)\b/,
  },
  {
    label: 'Subscriptions',
    Icon: CreditCard,
    items: [
      { label: 'Plans', to: '/admin/subscriptions/plans' },
      { label: 'Recent', to: '/admin/subscriptions/recent' },
    ],
  },
  {
    label: 'Order Management',
    Icon: Receipt,
    to: '/admin/orders',
    items: [],
    hasOpenRequests: true,
    owns: /^\/admin\/order(s|-management)\b/,
  },
  {
    label: 'Support Management',
    Icon: LifeBuoy,
    items: [
      { label: 'Admin Chat', to: '/admin/chat' },
      { label: 'Support Tickets', to: '/admin/support/tickets', waiting: ['lateTickets'] },
      { label: 'Ticket Panel', to: '/admin/tickets' },
      { label: 'Support Analytics', to: '/admin/support/analytics', isSoon: true },
      { label: 'FAQ Management', to: '/admin/support/faq', isSoon: true },
      { label: 'Reviews', to: '/admin/reviews', waiting: ['reviews'] },
    ],
    owns: /^\/admin\/(support|reviews)\b/,
  },
  {
    label: 'Team',
    Icon: UsersRound,
    items: [
      { label: 'Categories', to: '/admin/team/categories' },
      { label: 'Members', to: '/admin/team/members' },
    ],
  },
  {
    label: 'Legal & Policies',
    Icon: Scale,
    items: [
      { label: 'Terms of Service', to: '/admin/legal/terms' },
      { label: 'Privacy Policy', to: '/admin/legal/privacy' },
      { label: 'Cookie Policy', to: '/admin/legal/cookies' },
      { label: 'Refund Policy', to: '/admin/legal/refunds' },
    ],
  },
  {
    label: 'Database',
    Icon: Database,
    items: [
      { label: 'Backup', to: '/admin/database/backup' },
      { label: 'Cleanup', to: '/admin/database/cleanup' },
      { label: 'Logs', to: '/admin/database/logs', waiting: ['failedMails', 'failedJobs'] },
    ],
  },
]

export const isInGroup = ({ to, items, owns }: AdminMenuGroup, pathname: string) =>
  pathname === to || items.some((item) => item.to === pathname) || owns?.test(pathname) === true
