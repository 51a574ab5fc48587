import { LifeBuoy, LogIn, Menu, ShoppingCart } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useUser } from '#features/auth/auth.queries.ts'
import { LazyLockerNews } from '#features/locker/lazy-locker.tsx'
import { LazyUnreadCount } from '#features/notifications/lazy-notifications.tsx'
import { useStore } from '#features/settings/settings.queries.ts'
import { NavLink } from '#lib/link.ts'
import { LoginLink } from '#lib/sign-in-link.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { IconLink } from './icon-link.tsx'
import { Logo } from './logo.tsx'
import { MAIN_LINKS } from './navigation.ts'
import { SearchControl } from './search-control.tsx'
import { useScrolledPast } from './use-scrolled-past.ts'

/** Contains Radix, so it loads when the menu is first opened. */
const MobileMenu = lazy(() => import('./mobile-menu.tsx'))

/** For signed-in users, whose cart is polled. */
const OwnCart = lazy(() => import('./own-cart.tsx'))

// The pill is at most 1024 px wide. It is clipped from a full-width layer and its two groups move by transforms:
// shrinking changes no layout, so there is no layout shift and no reflow while scrolling.
const pillShape =
  '[clip-path:inset(0_0_16px_round_0px)] ' +
  'group-data-[pill=true]:[clip-path:inset(12px_calc(50%-min(512px,50%-12px))_round_28px)]'
const pillBorder =
  '[clip-path:inset(0_0_16px_round_0px)] ' +
  'group-data-[pill=true]:[clip-path:inset(11px_calc(49.99%-min(513px,50%-11px))_round_29px)]'
const groupShift =
  'transition-[translate] duration-200 ease-out-quint [--pad:20px] md:[--pad:32px] ' +
  '[--shift:calc(50cqw-min(512px,50cqw-12px)+20px-max(0px,50cqw-680px)-var(--pad))]'

/** `overHero`: until it becomes a pill, the header is on a dark picture in either theme. */
export const Header = ({ overHero }: { overHero: boolean }) => {
  const { storeName, logo, isDemo } = useStore()
  const { data: user } = useUser()
  const strip = useRef<HTMLDivElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const isPill = useScrolledPast(strip)
  const [menu, setMenu] = useState<'unused' | 'open' | 'closed'>('unused')

  return (
    <>
      <div ref={strip} className="absolute top-0 h-5 w-px" aria-hidden="true" />
      <header
        data-pill={isPill}
        className={cx(
          'group pointer-events-none fixed inset-x-0 top-0 z-40 h-20 text-foreground [container-type:inline-size]',
          overHero && !isPill && 'dark',
        )}
      >
        <div className="absolute inset-0 opacity-0 drop-shadow-[0_12px_24px_rgb(0_0_0/.28)] transition-opacity duration-200 group-data-[pill=true]:opacity-100">
          <div
            className={cx('absolute inset-0 bg-border transition-[clip-path] duration-200 ease-out-quint', pillBorder)}
          />
        </div>
        <div
          className={cx(
            'absolute inset-0 transition-[clip-path,background-color] duration-200 ease-out-quint',
            pillShape,
            isPill ? 'bg-popover/95' : !overHero && 'bg-background/85',
          )}
        />
        <div className="relative mx-auto flex h-16 max-w-[1360px] items-center justify-between px-5 md:px-8">
          <div
            className={cx(
              'pointer-events-auto flex items-center gap-4 group-data-[pill=true]:[translate:var(--shift)_8px] lg:gap-8',
              groupShift,
            )}
          >
            {/* Demo people, reviews and figures must never look real. */}
            <Logo storeName={storeName} logo={logo} note={isDemo && 'Demo store'} />
            <nav className="hidden items-center text-sm text-muted md:flex lg:gap-1" aria-label="Main">
              {MAIN_LINKS.map(({ label, to }) => (
                <NavLink
                  key={to}
                  to={to}
                  className={({ isActive }) =>
                    cx(
                      'rounded-md px-2 py-2 hover:bg-raised/60 hover:text-foreground lg:px-3',
                      isActive && 'text-foreground',
                    )
                  }
                >
                  {label}
                </NavLink>
              ))}
            </nav>
          </div>
          <div
            className={cx(
              'pointer-events-auto flex items-center gap-1 group-data-[pill=true]:[translate:calc(-1*var(--shift))_8px]',
              groupShift,
            )}
          >
            <SearchControl />
            <span className="hidden md:block">
              <IconLink to="/tickets" label="Support Tickets">
                <LifeBuoy className="size-[18px]" aria-hidden="true" />
              </IconLink>
            </span>
            <Cart />
            <span className="ml-1 hidden md:block">
              <Account />
            </span>
            <span className="relative -mr-2 md:hidden">
              <IconButton
                ref={menuButton}
                label="Open menu"
                aria-haspopup="dialog"
                aria-expanded={menu === 'open'}
                onClick={() => setMenu('open')}
              >
                <Menu aria-hidden="true" />
              </IconButton>
              {user && <LazyUnreadCount cornerOf="icon" otherwise={<LazyLockerNews cornerOf="icon" />} />}
            </span>
          </div>
        </div>
      </header>
      {menu !== 'unused' && (
        <Suspense fallback={null}>
          <MobileMenu
            isOpen={menu === 'open'}
            onOpenChange={(isOpen) => setMenu(isOpen ? 'open' : 'closed')}
            returnFocusTo={menuButton}
          />
        </Suspense>
      )}
    </>
  )
}

/** A link to the cart; for signed-in users the count and the side panel, once they are loaded. */
const Cart = () => {
  const { data: user } = useUser()
  const link = (
    <IconLink to="/cart" label="Cart">
      <ShoppingCart className="size-[18px]" aria-hidden="true" />
    </IconLink>
  )
  if (!user) return link
  return (
    <Suspense fallback={link}>
      <OwnCart userId={user.id} premiumUntil={user.isPremium ? user.premiumExpiresAt : null} />
    </Suspense>
  )
}

/**
 * The server renders the page for a signed-out visitor. A browser with a token is marked before the first paint and
 * shows the avatar's placeholder instead of Login, so nothing jumps when the user is known.
 */
const Account = () => {
  const { data: user } = useUser()
  if (user) return <AccountMenu user={user} />
  return (
    <>
      <Button asChild size="sm" className="in-data-session:hidden">
        <LoginLink>
          <LogIn aria-hidden="true" />
          Login
        </LoginLink>
      </Button>
      <span className="-mr-0.5 hidden size-10 place-items-center in-data-session:grid" aria-hidden="true">
        <span className="size-9 rounded-full border bg-raised" />
      </span>
    </>
  )
}
