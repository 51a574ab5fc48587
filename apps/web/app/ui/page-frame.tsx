import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { countText } from '#lib/counts.ts'
import { Link, type PageAddress } from '#lib/link.ts'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'

interface PageTab {
  label: string
  /** The address that selects the tab: a path, or a path with `?tab=`. */
  to: PageAddress
  /** The number of open items. */
  count?: number | undefined
}

interface PageFrameProps {
  title: ReactNode
  description?: ReactNode
  /** Beside the title, for example a status. */
  status?: ReactNode
  /** Buttons at the right of the title, below it on phones. */
  actions?: ReactNode
  /** Tabs are links, so that each has its own URL. */
  tabs?: readonly PageTab[]
  /** The parent page, above the title. */
  back?: { label: string; to: PageAddress }
  children: ReactNode
}

/** The layout of an admin page: title, actions, tabs and content. */
export const PageFrame = ({ title, description, status, actions, tabs, back, children }: PageFrameProps) => (
  <main className="mx-auto flex w-full max-w-[1440px] flex-col gap-5 px-4 py-5 md:px-6 md:py-6">
    <header className="flex flex-col gap-4">
      {back && (
        <Link
          to={back.to}
          className="-mb-2 inline-flex w-fit items-center gap-1 rounded-sm py-1 text-small text-muted hover:text-foreground"
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1 className="text-title wrap-anywhere">{title}</h1>
            {status}
          </div>
          {description && <p className="mt-1 max-w-[72ch] text-ui text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {tabs && <Tabs tabs={tabs} />}
    </header>
    {children}
  </main>
)

const Tabs = ({ tabs }: { tabs: readonly PageTab[] }) => {
  const { pathname, search } = useLocation()
  const here = `${pathname}${search}`
  const withQuery = tabs.find(({ to }) => to.includes('?') && (here === to || here.startsWith(`${to}&`)))
  const current = withQuery ?? tabs.find(({ to }) => to === pathname)
  return (
    <NavTabs label="Sections of this page">
      {tabs.map(({ label, to, count }) => (
        <NavTab key={to} isCurrent={to === current?.to}>
          <Link to={to}>
            {label}
            {count !== undefined && <span className="num ms-2 text-subtle">{countText(count)}</span>}
          </Link>
        </NavTab>
      ))}
    </NavTabs>
  )
}
