import type { RefObject } from 'react'
import type { User } from '@slipstream/contract/users'
import { useLogout, useUser } from '#features/auth/auth.queries.ts'
import { NavLink } from '#lib/link.ts'
import { LoginLink } from '#lib/sign-in-link.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Sheet } from '#ui/sheet.tsx'
import { accountLinks } from './account-menu.tsx'
import { MAIN_LINKS, type NavLink as Target } from './navigation.ts'

const STORE_LINKS: Target[] = [...MAIN_LINKS, { label: 'Cart', to: '/cart' }]
const VISITOR_LINKS: Target[] = [{ label: 'Support Tickets', to: '/tickets' }]

interface MobileMenuProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

const MobileMenu = ({ isOpen, onOpenChange, returnFocusTo }: MobileMenuProps) => {
  const { data: user } = useUser()
  const { logOut, isPending } = useLogout()
  const close = () => onOpenChange(false)
  return (
    <Sheet
      title="Menu"
      open={isOpen}
      onOpenChange={onOpenChange}
      returnFocusTo={returnFocusTo}
      closeLabel="Close menu"
      footer={
        user ? (
          <Button
            variant="outline"
            size="lg"
            className="w-full"
            isLoading={isPending}
            onClick={() => {
              logOut()
              close()
            }}
          >
            Logout
          </Button>
        ) : (
          <Button asChild variant="primary" size="lg" className="w-full">
            <LoginLink onClick={close}>Login</LoginLink>
          </Button>
        )
      }
    >
      {user && <Owner user={user} />}
      <nav aria-label="Mobile">
        <LinkList links={STORE_LINKS} onFollow={close} />
        {user && <hr className="my-3" />}
        <LinkList links={user ? accountLinks(user) : VISITOR_LINKS} onFollow={close} />
      </nav>
    </Sheet>
  )
}

const Owner = ({ user: { username, email, image } }: { user: User }) => (
  <div className="mb-3 flex items-center gap-3 rounded-xl border p-3">
    <Avatar name={username} src={image} />
    <div className="min-w-0">
      <p className="truncate font-medium">{username}</p>
      {email && <p className="truncate text-small text-muted">{email}</p>}
    </div>
  </div>
)

const LinkList = ({ links, onFollow }: { links: readonly Target[]; onFollow: () => void }) => (
  <ul className="-mx-2">
    {links.map(({ label, to, note }) => (
      <li key={label}>
        <NavLink
          to={to}
          onClick={onFollow}
          className={({ isActive }) =>
            cx(
              'flex items-center gap-2.5 rounded-lg px-2 py-3 text-[17px] hover:bg-raised',
              isActive ? 'font-semibold' : 'text-muted',
            )
          }
        >
          {label}
          {note}
        </NavLink>
      </li>
    ))}
  </ul>
)

export default MobileMenu
