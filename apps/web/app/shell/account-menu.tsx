import { lazy, Suspense, useState } from 'react'
import type { User } from '@slipstream/contract/users'
import { isPremiumNow } from '#features/auth/signed-in-user.ts'
import { LazyUnreadCount } from '#features/notifications/lazy-notifications.tsx'
import { LazyLockerNews } from '#features/locker/lazy-locker.tsx'
import { Avatar } from '#ui/avatar.tsx'
import type { NavLink } from './navigation.ts'

/** Contains Radix, so it loads when the button is hovered or focused. */
const loadDropdown = () => import('#features/auth/account-dropdown.tsx')
const AccountDropdown = lazy(loadDropdown)

/** The links of a signed-in user, shared by the header menu and the phone sheet. */
export const accountLinks = (user: User): NavLink[] => [
  { label: 'Profile', to: '/profile', note: <LazyUnreadCount /> },
  { label: 'My Purchases', to: '/mod-locker', note: <LazyLockerNews /> },
  { label: 'Support Tickets', to: '/tickets' },
  { label: isPremiumNow(user) ? 'Subscription Status' : 'Get Subscription', to: '/subscribe' },
  ...(user.isAdmin ? [{ label: 'Admin Dashboard', to: '/admin' } as const] : []),
]

export const AccountMenu = ({ user }: { user: User }) => {
  const [isUsed, setUsed] = useState(false)
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      className="relative -mr-0.5 grid size-10 place-items-center rounded-full"
      onPointerEnter={() => void loadDropdown()}
      onFocus={() => void loadDropdown()}
      {...(!isUsed && { 'aria-expanded': false, onClick: () => setUsed(true) })}
    >
      <span className="sr-only">Account of {user.username}</span>
      <Avatar name={user.username} src={user.image} />
      <LazyUnreadCount cornerOf="avatar" otherwise={<LazyLockerNews cornerOf="avatar" />} />
    </button>
  )
  if (!isUsed) return button
  return (
    <Suspense fallback={button}>
      <AccountDropdown user={user} links={accountLinks(user)} trigger={button} />
    </Suspense>
  )
}
