import { useLocation } from 'react-router'
import { Link } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { ADMIN_PAGE_GROUPS } from './admin-page-list.ts'

/** Every other admin page, because the menu does not list them all. */
export const AdminPageIndex = () => {
  const { pathname } = useLocation()
  const groups = ADMIN_PAGE_GROUPS.map(({ label, pages }) => ({
    label,
    pages: pages.filter(({ to }) => to !== pathname),
  }))
  return (
    <Card title="All pages">
      <div className="gap-6" style={{ columnWidth: '9rem' }}>
        {groups
          .filter(({ pages }) => pages.length > 0)
          .map(({ label, pages }) => (
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
}
