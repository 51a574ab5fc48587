import { CreditCard, type LucideIcon, Mail, Settings } from 'lucide-react'
import type { PageAddress } from '#lib/link.ts'
import { ADMIN_MENU, type AdminMenuItem } from './admin-menu.ts'

export interface AdminPage {
  label: string
  to: PageAddress
}

interface AdminPageGroup {
  label: string
  Icon: LucideIcon
  pages: readonly AdminPage[]
}

/** Pages that the specified menu does not list, by the group of the menu they belong to. */
const MORE_PAGES: Partial<Record<string, readonly AdminPage[]>> = {
  'User Management': [{ label: 'User tracking', to: '/admin/users/tracking' }],
  'Product Management': [
    { label: 'Compatibility board', to: '/admin/mods' },
    { label: 'Trace a leak', to: '/admin/mods?tab=trace' },
  ],
  'Order Management': [
    { label: 'Refund requests', to: '/admin/orders?requested=true' },
    { label: 'Coupons', to: '/admin/orders?tab=coupons' },
    { label: 'Granted mods', to: '/admin/orders?tab=granted' },
  ],
  'Support Management': [
    { label: 'Support overview', to: '/admin/support' },
    { label: 'Known problems', to: '/admin/support?tab=problems' },
    { label: 'Canned replies', to: '/admin/support?tab=replies' },
    { label: 'Pending reviews', to: '/admin/reviews/pending' },
  ],
  Database: [{ label: 'Jobs', to: '/admin/database/logs?tab=jobs' }],
}

const MORE_GROUPS: readonly AdminPageGroup[] = [
  {
    label: 'Communications',
    Icon: Mail,
    pages: [
      { label: 'Notifications', to: '/admin/notifications' },
      { label: 'Newsletter', to: '/admin/communications/newsletter' },
      { label: 'Mail templates', to: '/admin/communications/templates' },
      { label: 'Discord', to: '/admin/communications/discord' },
    ],
  },
  {
    label: 'Payments',
    Icon: CreditCard,
    pages: [
      { label: 'Payment settings', to: '/admin/payments/settings' },
      { label: 'Stripe', to: '/admin/payments/stripe' },
      { label: 'Recurring payments', to: '/admin/payments/subscriptions' },
      { label: 'Webhooks', to: '/admin/payments/webhooks' },
    ],
  },
  {
    label: 'Settings',
    Icon: Settings,
    pages: [
      { label: 'Settings', to: '/admin/settings' },
      { label: 'Appearance', to: '/admin/settings/appearance' },
      { label: 'SEO', to: '/admin/settings/seo' },
      { label: 'Security', to: '/admin/settings/security' },
      { label: 'Maintenance', to: '/admin/settings/maintenance' },
    ],
  },
]

const isPage = (item: AdminMenuItem): item is AdminMenuItem & AdminPage => item.isSoon !== true

/** Every admin page, by group. */
export const ADMIN_PAGE_GROUPS: readonly AdminPageGroup[] = [
  ...ADMIN_MENU.map(({ label, Icon, to, items }) => ({
    label,
    Icon,
    pages: [...(to ? [{ label: 'Orders', to }] : items.filter(isPage)), ...(MORE_PAGES[label] ?? [])],
  })),
  ...MORE_GROUPS,
]

/** Only for the developer. */
export const DEVELOPER_PAGE: AdminPage = { label: 'Developer Panel', to: '/admin/developer' }
