import { LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { SignInLink } from '#lib/sign-in-link.tsx'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'

interface AccountFrameProps {
  /** The profile's tab bar. */
  tabs?: ReactNode
  menu?: ReactNode
  children: ReactNode
}

export const AccountFrame = ({ tabs, menu, children }: AccountFrameProps) => (
  <main className="mx-auto w-full max-w-[1360px] px-5 pt-28 pb-20 md:px-8 md:pt-32">
    <h1 className="display text-display-l">Your profile</h1>
    {tabs && <div className="mt-6">{tabs}</div>}
    <div className="mt-8 grid gap-x-16 gap-y-6 lg:mt-10 lg:grid-cols-[13.5rem_minmax(0,52rem)]">
      {menu}
      <div className={cx('flex min-w-0 flex-col gap-5', !menu && 'lg:col-span-2')}>{children}</div>
    </div>
  </main>
)

/** The server renders this too: it never knows the user. */
export const AccountSkeleton = ({ tabs }: { tabs?: ReactNode }) => (
  <AccountFrame tabs={tabs} menu={<Skeleton className="h-72 rounded-xl max-lg:h-12" />}>
    <div className="contents" aria-busy="true" role="status" aria-label="Loading your profile">
      {['h-72', 'h-60', 'h-52', 'h-40'].map((height) => (
        <Skeleton key={height} className={`rounded-xl ${height}`} />
      ))}
    </div>
  </AccountFrame>
)

export const SignedOut = ({ next = '/profile' }: { next?: string }) => (
  <main className="mx-auto max-w-xl px-5 pt-40 pb-16 text-center">
    <h1 className="display text-[34px] md:text-[40px]">Your profile</h1>
    <p className="mt-5 text-muted">Log in to see and edit your profile. You’ll come right back here.</p>
    <Button asChild variant="primary" size="lg" className="mt-8">
      <SignInLink next={next}>
        <LogIn aria-hidden="true" />
        Log in
      </SignInLink>
    </Button>
  </main>
)
