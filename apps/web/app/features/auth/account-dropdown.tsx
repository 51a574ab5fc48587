import { type ReactNode, useState } from 'react'
import type { User } from '@slipstream/contract/users'
import { Link, type PageAddress } from '#lib/link.ts'
import { Dropdown, DropdownItem, DropdownLabel, DropdownSeparator } from '#ui/dropdown.tsx'
import { useLogout } from './auth.queries.ts'

interface AccountDropdownProps {
  user: User
  links: readonly { label: string; to: PageAddress; note?: ReactNode }[]
  trigger: ReactNode
}

const AccountDropdown = ({ user, links, trigger }: AccountDropdownProps) => {
  // Mounted by the click that opens it, so it starts open.
  const [isOpen, setOpen] = useState(true)
  const { logOut } = useLogout()
  return (
    <Dropdown trigger={trigger} open={isOpen} onOpenChange={setOpen}>
      <DropdownLabel>
        <span className="block max-w-56 truncate text-ui font-medium text-foreground">{user.username}</span>
        {user.email && <span className="block max-w-56 truncate">{user.email}</span>}
      </DropdownLabel>
      <DropdownSeparator />
      {links.map(({ label, to, note }) => (
        <DropdownItem key={label} asChild>
          <Link to={to}>
            {label}
            {note}
          </Link>
        </DropdownItem>
      ))}
      <DropdownSeparator />
      <DropdownItem onSelect={logOut}>Logout</DropdownItem>
    </Dropdown>
  )
}

export default AccountDropdown
