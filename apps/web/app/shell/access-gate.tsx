import { Lock, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { User } from '@slipstream/contract/users'
import { useUser } from '#features/auth/auth.queries.ts'
import { DiscordButton } from '#features/auth/discord-button.tsx'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AdminFrameComing } from './admin-frame-coming.tsx'

interface GateProps {
  children: ReactNode
}

/** For admin pages. The server itself rejects requests without access; the gate only explains why. */
export const AdminGate = ({ otherwise, children }: GateProps & Pick<AccessGateProps, 'otherwise'>) => (
  <AccessGate
    otherwise={otherwise}
    isWelcome={({ isAdmin }) => isAdmin}
    text="You must be logged in as an administrator to access this page."
    loginPath="/admin-login"
    frame={(content) => <AdminFrameComing>{content}</AdminFrameComing>}
  >
    {children}
  </AccessGate>
)

export const DeveloperGate = ({ children }: GateProps) => (
  <AccessGate
    isWelcome={({ isDeveloper }) => isDeveloper}
    text="This page is restricted to the developer account."
    loginPath="/login"
    help={(user) => user.discordId !== null && <DeveloperHelp />}
  >
    {children}
  </AccessGate>
)

/** Only Discord identifies the developer, so a password session does not count. */
const DeveloperHelp = () => {
  const { pathname } = useLocation()
  return (
    <div className="mx-auto mt-8 max-w-sm">
      <p className="mb-4 text-small text-muted">
        Is this your account? The developer account is recognized by Discord only. If you signed in with a password or a
        passkey, log in with Discord instead.
      </p>
      <DiscordButton next={pathname} />
    </div>
  )
}

/** Until one is set up, the server rejects every admin request. */
const SecondFactorNeeded = () => (
  <main className="mx-auto max-w-xl px-5 pt-40 pb-16 text-center">
    <ShieldCheck className="mx-auto size-8 text-primary" aria-hidden="true" />
    <h1 className="display mt-6 text-[34px] md:text-[40px]">Set up a second factor</h1>
    <p className="mt-5 text-muted">
      This account can refund payments and see customers’ data. Add an authenticator app or a passkey to your profile,
      then come back here.
    </p>
    <div className="mt-8 flex flex-wrap justify-center gap-3">
      <Button asChild variant="primary" size="lg">
        <Link to="/profile#two-factor">Open security settings</Link>
      </Button>
      <Button asChild variant="outline" size="lg">
        <Link to="/">Go Home</Link>
      </Button>
    </div>
  </main>
)

interface AccessGateProps extends GateProps {
  isWelcome: (user: User) => boolean
  text: string
  loginPath: '/login' | '/admin-login'
  /** What a signed-in user can do about the denial. */
  help?: (user: User) => ReactNode
  /** Shown instead of the denial, and until the user is known. */
  otherwise?: ReactNode
  /** Wraps the page until the user is known. */
  frame?: (content: ReactNode) => ReactNode
}

const AccessGate = ({ isWelcome, text, loginPath, help, otherwise, frame, children }: AccessGateProps) => {
  const { data: user, error, isFetching, refetch } = useUser()
  if (user && isWelcome(user)) return user.needsSecondFactor ? <SecondFactorNeeded /> : children
  if (otherwise) return otherwise
  if (user === undefined) {
    const checking = (
      <main className="grid min-h-[70dvh] flex-1 place-items-center pt-20">
        {error ? (
          <ErrorState
            title="We couldn’t check your access."
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <Spinner label="Checking access" className="text-[28px] text-muted" />
        )}
      </main>
    )
    return frame ? frame(checking) : checking
  }
  return (
    <main className="mx-auto max-w-xl px-5 pt-40 pb-16 text-center">
      <Lock className="mx-auto size-8 text-primary" aria-hidden="true" />
      <h1 className="display mt-6 text-[34px] md:text-[40px]">Access Denied</h1>
      <p className="mt-5 text-muted">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button asChild variant={user ? 'primary' : 'outline'} size="lg">
          <Link to="/">Go Home</Link>
        </Button>
        {!user && (
          <Button asChild variant="primary" size="lg">
            <Link to={loginPath}>Login</Link>
          </Button>
        )}
      </div>
      {user && help?.(user)}
    </main>
  )
}
