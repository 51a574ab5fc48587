import { LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useUser } from '#features/auth/auth.queries.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'

interface SignedInPageProps {
  title: string
  /** The page's own address, to come back to. */
  path: `/${string}`
  /** What a visitor is told. */
  invitation: string
  /** Under a header that takes its own room, as the checkout has one. */
  isBelowHeader?: boolean
  children: ReactNode
}

/** A page that belongs to who is signed in. What the server sends knows nobody, and is the page's shape. */
export const SignedInPage = ({ title, path, invitation, isBelowHeader = false, children }: SignedInPageProps) => {
  const { data: user, isError, isFetching, refetch } = useUser()
  const heading = <h1 className="display text-display-l">{title}</h1>
  if (user === null) {
    return (
      <main className="mx-auto max-w-xl px-5 pt-40 pb-16 text-center">
        {heading}
        <p className="mt-5 text-muted">{invitation}</p>
        <Button asChild variant="primary" size="lg" className="mt-8">
          <Link to={`/login?next=${encodeURIComponent(path)}`}>
            <LogIn aria-hidden="true" />
            Sign in
          </Link>
        </Button>
      </main>
    )
  }
  return (
    <main
      className={cx('mx-auto w-full max-w-[1360px] px-5 pb-20 md:px-8', isBelowHeader ? 'pt-10' : 'pt-28 md:pt-32')}
    >
      {heading}
      {user && children}
      {user === undefined && !isError && <Skeleton className="mt-10 h-80 rounded-2xl" />}
      {user === undefined && isError && (
        <ErrorState title="The store did not answer." onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </main>
  )
}
