import { Bell, Code, ListTodo, LogOut, Menu, PanelLeftClose, PanelLeftOpen, Settings, Store } from 'lucide-react'
import { type ReactNode, startTransition, useRef, useState } from 'react'
import type { User } from '@slipstream/contract/users'
import { useLogout, useUser } from '#features/auth/auth.queries.ts'
import { useUnreadOfStaff } from '#features/notifications/staff-notifications.queries.ts'
import { OperationsTray, useRunningCount } from '#features/operations/operations-tray.tsx'
import { countText } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Avatar } from '#ui/avatar.tsx'
import { CountBadge } from '#ui/count-badge.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { TooltipProvider } from '#ui/tooltip.tsx'
import { Brand } from './admin-frame-coming.tsx'
import { AdminMenuList, Named, rowStyle } from './admin-menu-list.tsx'
import { AdminProof } from './admin-proof.tsx'
import { AdminPalette } from './admin-palette.tsx'
import { SearchButton, SearchIconButton, useAdminSearch } from './admin-search.tsx'
import { useVisits } from './admin-visits.ts'
import { PageContent, SkipLink } from './page-content.tsx'
import { useAdminGroups } from './use-admin-groups.ts'
import { useCollapsedSidebar } from './use-collapsed-sidebar.ts'

/** The admin layout: a sidebar, which is a drawer on a phone, and the page beside it. */
export const AdminShell = ({ children }: { children: ReactNode }) => {
  const { data: user } = useUser()
  const groups = useAdminGroups()
  const search = useAdminSearch()
  useVisits(user?.id)
  if (!user) return null
  return (
    <TooltipProvider>
      <SkipLink />
      <div className="min-h-dvh md:flex">
        <Sidebar user={user} groups={groups} onSearch={search.open} />
        <TopBar user={user} groups={groups} onSearch={search.open} />
        <PageContent className="min-w-0 flex-1">
          <AdminProof>{children}</AdminProof>
        </PageContent>
      </div>
      <AdminPalette user={user} isOpen={search.isOpen} onClose={search.close} />
    </TooltipProvider>
  )
}

interface PartProps {
  user: User
  groups: ReturnType<typeof useAdminGroups>
  onSearch: () => void
}

const Sidebar = ({ user, groups, onSearch }: PartProps) => {
  const [isCollapsed, setCollapsed] = useCollapsedSidebar()
  const toggle = isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'
  return (
    <aside
      aria-label="Admin sidebar"
      className={cx(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-r bg-background md:flex',
        isCollapsed ? 'w-16' : 'w-64',
      )}
    >
      <div className={cx('flex h-16 shrink-0 items-center gap-2 px-3', isCollapsed && 'justify-center')}>
        {!isCollapsed && (
          <span className="min-w-0 flex-1 ps-1">
            <Brand />
          </span>
        )}
        <Named label={toggle} isShown>
          <IconButton
            label={toggle}
            size="icon-sm"
            aria-expanded={!isCollapsed}
            onClick={() => setCollapsed(!isCollapsed)}
          >
            {isCollapsed ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
          </IconButton>
        </Named>
      </div>
      <div className="px-3 pb-2">
        <SearchButton isCollapsed={isCollapsed} onOpen={onSearch} />
      </div>
      <nav aria-label="Admin" className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 py-1">
        <AdminMenuList
          groups={groups}
          isCollapsed={isCollapsed}
          onGroupWanted={(label) => {
            setCollapsed(false)
            groups.show(label)
          }}
        />
      </nav>
      <div className="flex flex-col gap-0.5 border-t p-3">
        <Tray isCollapsed={isCollapsed} />
        <Notifications isCollapsed={isCollapsed} />
        <Ways user={user} isCollapsed={isCollapsed} />
        <Owner user={user} isCollapsed={isCollapsed} />
      </div>
    </aside>
  )
}

/** The top bar on a phone. */
const TopBar = ({ user, groups, onSearch }: PartProps) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-background px-2 md:hidden">
      <IconButton
        ref={button}
        label="Open Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        // The menu is long: a transition keeps the tap responsive.
        onClick={() => startTransition(() => setOpen(true))}
      >
        <Menu aria-hidden="true" />
      </IconButton>
      <Brand />
      <SearchIconButton onOpen={onSearch} />
      <Sheet
        title="Menu"
        side="left"
        width="menu"
        open={isOpen}
        onOpenChange={setOpen}
        returnFocusTo={button}
        closeLabel="Close Menu"
        footer={
          <div className="-mx-2 -mt-1 flex flex-col gap-0.5">
            <Tray />
            <Notifications onFollow={close} />
            <Ways user={user} onFollow={close} />
            <Owner user={user} />
          </div>
        }
      >
        <nav aria-label="Admin" className="-mx-2">
          <AdminMenuList groups={groups} onFollow={close} />
        </nav>
      </Sheet>
    </header>
  )
}

/** Opens the list of long operations, and counts those under way. */
const Tray = ({ isCollapsed = false }: { isCollapsed?: boolean }) => {
  const running = useRunningCount()
  return (
    <OperationsTray
      trigger={
        <button type="button" className={cx(rowStyle, 'relative')}>
          <ListTodo aria-hidden="true" />
          <span className={isCollapsed ? 'sr-only' : 'flex-1 text-start'}>Background work</span>
          {running > 0 && (
            <>
              <CountBadge count={running} className={isCollapsed ? 'absolute end-0 top-0' : ''} />
              <span className="sr-only">{countText(running)} running</span>
            </>
          )}
        </button>
      }
    />
  )
}

/** Links to the admin's notifications and counts the unread ones. */
const Notifications = ({ isCollapsed = false, onFollow }: Omit<WaysProps, 'user'>) => {
  const unread = useUnreadOfStaff()
  return (
    <Named label="Notifications" isShown={isCollapsed}>
      <Link to="/admin/notifications" className={cx(rowStyle, 'relative')} onClick={onFollow}>
        <Bell aria-hidden="true" />
        <span className={isCollapsed ? 'sr-only' : 'flex-1 text-start'}>Notifications</span>
        {unread > 0 && (
          <>
            <CountBadge count={unread} className={isCollapsed ? 'absolute end-0 top-0' : ''} />
            <span className="sr-only">{countText(unread)} unread</span>
          </>
        )}
      </Link>
    </Named>
  )
}

interface WaysProps {
  user: User
  isCollapsed?: boolean
  onFollow?: () => void
}

const WAYS = [
  { label: 'Settings', to: '/admin/settings', Icon: Settings },
  { label: 'View Site', to: '/', Icon: Store },
] as const
const DEVELOPER_WAY = { label: 'Developer Panel', to: '/admin/developer', Icon: Code } as const

/** Links that belong to no group of the menu. */
const Ways = ({ user, isCollapsed = false, onFollow }: WaysProps) => {
  const ways = user.isDeveloper ? [...WAYS, DEVELOPER_WAY] : WAYS
  return ways.map(({ label, to, Icon }) => (
    <Named key={to} label={label} isShown={isCollapsed}>
      <Link to={to} className={rowStyle} onClick={onFollow}>
        <Icon aria-hidden="true" />
        <span className={isCollapsed ? 'sr-only' : undefined}>{label}</span>
      </Link>
    </Named>
  ))
}

/** The signed-in admin. */
const Owner = ({ user: { username, email, image }, isCollapsed = false }: { user: User; isCollapsed?: boolean }) => {
  const { logOut, isPending } = useLogout()
  return (
    <div className={cx('flex items-center gap-2.5', isCollapsed ? 'flex-col pt-2' : 'rounded-lg px-1.5 pt-2')}>
      <Avatar name={username} src={image} />
      <div className={isCollapsed ? 'sr-only' : 'min-w-0 flex-1'}>
        <p className="truncate text-ui font-medium">{username}</p>
        {email && <p className="truncate text-caption text-muted">{email}</p>}
      </div>
      <Named label="Logout" isShown>
        <IconButton label="Logout" size="icon-sm" isLoading={isPending} onClick={logOut}>
          <LogOut aria-hidden="true" />
        </IconButton>
      </Named>
    </div>
  )
}
