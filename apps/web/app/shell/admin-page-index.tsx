import { Link, type PageAddress } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { ADMIN_MENU } from './admin-menu.ts'

interface Page {
  label: string
  to: PageAddress
}

/** Pages that the specified menu does not list. */
const MORE_PAGES: readonly Page[] = [
  { label: 'Compatibility board', to: '/admin/mods' },
  { label: 'Support overview', to: '/admin/support' },
  { label: 'Notifications', to: '/admin/notifications' },
  { label: 'Newsletter', to: '/admin/communications/newsletter' },
  { label: 'Mail templates', to: '/admin/communications/templates' },
  { label: 'Discord', to: '/admin/communications/discord' },
  { label: 'Payments', to: '/admin/payments/settings' },
  { label: 'Webhooks', to: '/admin/payments/webhooks' },
  { label: 'Coupons', to: '/admin/orders?tab=coupons' },
  { label: 'User tracking', to: '/admin/users/tracking' },
  { label: 'Settings', to: '/admin/settings' },
  { label: 'Maintenance', to: '/admin/settings/maintenance' },
]

const isPage = (item: { label: string; to: string; isSoon?: boolean }): item is Page => item.isSoon !== true

const GROUPS: readonly { label: string; pages: readonly Page[] }[] = [
  ...ADMIN_MENU.filter(({ label }) => label !== 'Dashboard').map(({ label, to, items }) => ({
    label,
    pages: to ? [{ label: 'Orders', to }] : items.filter(isPage),
  })),
  { label: 'Not in the menu', pages: MORE_PAGES },
]

/** Every admin page, for those that the menu does not list. */
export const AdminPageIndex = () => (
  <Card title="All pages">
    <div className="gap-6" style={{ columnWidth: '9rem' }}>
      {GROUPS.map(({ label, pages }) => (
        <nav key={label} aria-label={label} className="mb-5" style={{ breakInside: 'avoid' }}>
          <h3 className="text-caption font-medium text-muted">{label}</h3>
          <ul className="mt-1">
            {pages.map((page) => (
              <li key={page.to}>
                <Link
                  to={page.to}
                  className="inline-flex min-h-8 items-center rounded-sm text-ui underline-offset-4 hover:underline"
                >
                  {page.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  </Card>
)
