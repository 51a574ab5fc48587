import { LogIn } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useUser } from '#features/auth/auth.queries.ts'
import { SignInLink } from '#lib/sign-in-link.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'

interface SignedInPageProps {
  title: string
  /** The page's own URL, to come back to. */
  path: `/${string}`
  /** The text for signed-out visitors. */
  invitation: string
  /** Below a header that takes up its own space, like at checkout. */
  isBelowHeader?: boolean
  /** The content starts with its own heading. */
  hasOwnHeading?: boolean
  /** The skeleton until the user is known and the page is loaded. */
  skeleton?: ReactNode
  children: ReactNode
}

/**
 * A page for signed-in users. The server does not know the user and renders the skeleton. As high as the window, so that
 * the footer does not move when the content arrives.
 */
export const SignedInPage = (props: SignedInPageProps) => {
  const { title, isBelowHeader, hasOwnHeading, children } = props
  const { skeleton = <Skeleton className="mt-8 h-80 rounded-2xl" /> } = props
  const { data: user } = useUser()
  const heading = <h1 className="display text-display-l">{title}</h1>
  if (user === null) return <SignedOut {...props} heading={heading} />
  const coming = (
    <>
      {heading}
      {user ? skeleton : <NobodyYet skeleton={skeleton} />}
    </>
  )
  return (
    <main
      className={cx(
        'mx-auto min-h-dvh w-full max-w-[1360px] px-5 pb-20 md:px-8',
        isBelowHeader ? 'pt-10' : 'pt-28 md:pt-32',
      )}
    >
      {user ? (
        <Suspense fallback={coming}>
          {!hasOwnHeading && heading}
          {children}
        </Suspense>
      ) : (
        coming
      )}
    </main>
  )
}

const NobodyYet = ({ skeleton }: { skeleton: ReactNode }) => {
  const { error, isFetching, refetch } = useUser()
  if (!error) return skeleton
  return (
    <ErrorState
      title="This page could not be loaded."
      error={error}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}

const SignedOut = ({ path, invitation, isBelowHeader, heading }: SignedInPageProps & { heading: ReactNode }) => (
  <main className={cx('mx-auto min-h-dvh max-w-xl px-5 pb-20 text-center', isBelowHeader ? 'pt-24' : 'pt-40')}>
    {heading}
    <p className="mt-4 text-muted">{invitation}</p>
    <Button asChild variant="primary" size="lg" className="mt-8">
      <SignInLink next={path}>
        <LogIn aria-hidden="true" />
        Log in
      </SignInLink>
    </Button>
  </main>
)
