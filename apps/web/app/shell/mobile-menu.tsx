import type { RefObject } from 'react'
import { Link, NavLink } from 'react-router'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Sheet } from '#ui/sheet.tsx'
import { MAIN_LINKS } from './navigation.ts'

const LINKS = [...MAIN_LINKS, { label: 'Cart', to: '/cart' }, { label: 'Support Tickets', to: '/tickets' }]

interface MobileMenuProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

const MobileMenu = ({ isOpen, onOpenChange, returnFocusTo }: MobileMenuProps) => {
  const close = () => onOpenChange(false)
  return (
    <Sheet
      title="Menu"
      open={isOpen}
      onOpenChange={onOpenChange}
      returnFocusTo={returnFocusTo}
      closeLabel="Close menu"
      footer={
        <Button asChild variant="primary" size="lg" className="w-full">
          <Link to="/login" onClick={close}>
            Login
          </Link>
        </Button>
      }
    >
      <nav aria-label="Mobile">
        <ul className="-mx-2">
          {LINKS.map(({ label, to }) => (
            <li key={to}>
              <NavLink
                to={to}
                onClick={close}
                className={({ isActive }) =>
                  cx(
                    'block rounded-lg px-2 py-3 text-[17px] hover:bg-raised',
                    isActive ? 'font-semibold' : 'text-muted',
                  )
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </Sheet>
  )
}

export default MobileMenu
