import { ChevronDown } from 'lucide-react'
import { type ReactElement, useId } from 'react'
import { useLocation } from 'react-router'
import { Link, NavLink, type PageAddress } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { Tooltip } from '#ui/tooltip.tsx'
import { ADMIN_MENU, type AdminMenuGroup, isInGroup } from './admin-menu.ts'
import { WaitingInGroup, WaitingLink } from './admin-waiting.tsx'
import type { useAdminGroups } from './use-admin-groups.ts'

export const rowStyle =
  'flex h-9 w-full items-center gap-3 rounded-md px-2.5 text-ui text-muted transition-colors hover:bg-raised hover:text-foreground ' +
  'aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-foreground [&_svg]:size-[18px]'

interface AdminMenuListProps {
  groups: ReturnType<typeof useAdminGroups>
  /** Icons only, with tooltips. */
  isCollapsed?: boolean
  /** A group icon was clicked: the collapsed sidebar has no room for its pages. */
  onGroupWanted?: (label: string) => void
  /** Called when a page is chosen. */
  onFollow?: () => void
}

/** All admin pages by group. */
export const AdminMenuList = ({ groups, isCollapsed = false, onGroupWanted, onFollow }: AdminMenuListProps) => {
  const { pathname } = useLocation()
  return (
    <ul className="flex flex-col gap-0.5">
      {ADMIN_MENU.map((group) => (
        <li key={group.label} className="relative">
          {group.to ? (
            <Named label={group.label} isShown={isCollapsed}>
              <Link
                to={group.to}
                aria-current={isInGroup(group, pathname) ? 'page' : undefined}
                className={rowStyle}
                onClick={onFollow}
              >
                <GroupFace group={group} isCollapsed={isCollapsed} />
              </Link>
            </Named>
          ) : (
            <Group
              group={group}
              isOpen={groups.isOpen(group.label) && !isCollapsed}
              isCollapsed={isCollapsed}
              onToggle={() => (isCollapsed ? onGroupWanted?.(group.label) : groups.toggle(group.label))}
              onFollow={onFollow}
            />
          )}
          {group.hasOpenRequests && (
            <WaitingLink kinds={['requests', 'disputes']} isCollapsed={isCollapsed} onFollow={onFollow} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface GroupProps {
  group: AdminMenuGroup
  isOpen: boolean
  isCollapsed: boolean
  onToggle: () => void
  onFollow: (() => void) | undefined
}

const Group = ({ group, isOpen, isCollapsed, onToggle, onFollow }: GroupProps) => {
  const id = useId()
  const isHere = isInGroup(group, useLocation().pathname)
  return (
    <>
      <Named label={group.label} isShown={isCollapsed}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
          className={cx(rowStyle, isHere && 'text-foreground', isHere && isCollapsed && 'bg-raised')}
        >
          <GroupFace group={group} isCollapsed={isCollapsed} />
          {!isCollapsed && (
            <ChevronDown
              className={cx('ml-auto size-4! text-subtle transition-[rotate]', !isOpen && '-rotate-90')}
              aria-hidden="true"
            />
          )}
        </button>
      </Named>
      {!isOpen && (
        <WaitingInGroup kinds={group.items.flatMap(({ waiting = [] }) => waiting)} isCollapsed={isCollapsed} />
      )}
      {isOpen && (
        <ul id={id} aria-label={group.label} className="my-0.5 ml-[19px] flex flex-col gap-0.5 border-l ps-3">
          {group.items.map(({ label, to, permission, isSoon, waiting }) => (
            <li key={to} className="relative">
              <NavLink end to={to as PageAddress} data-permission={permission} className={rowStyle} onClick={onFollow}>
                <span className="truncate">{label}</span>
                {isSoon && <Badge className="ml-auto">soon</Badge>}
              </NavLink>
              {waiting && <WaitingLink kinds={waiting} onFollow={onFollow} />}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const GroupFace = ({ group: { Icon, label }, isCollapsed }: { group: AdminMenuGroup; isCollapsed: boolean }) => (
  <>
    <Icon aria-hidden="true" />
    <span className={isCollapsed ? 'sr-only' : 'truncate'}>{label}</span>
  </>
)

/** A tooltip where the label is hidden. */
export const Named = ({ label, isShown, children }: { label: string; isShown: boolean; children: ReactElement }) =>
  isShown ? (
    <Tooltip label={label} side="right">
      {children}
    </Tooltip>
  ) : (
    children
  )
