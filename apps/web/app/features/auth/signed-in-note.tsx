import { Link, type PageAddress } from '#lib/link.ts'
import { useUser } from './auth.queries.ts'
import { textLink } from './text-button.tsx'

/** A signed-in user may still sign in to another account. */
export const SignedInNote = ({ next }: { next: PageAddress }) => {
  const { data: user } = useUser()
  if (!user) return null
  return (
    <p className="rounded-lg bg-raised px-3.5 py-2.5 text-ui text-muted">
      You are signed in as <strong className="font-medium text-foreground">{user.username}</strong>.{' '}
      <Link to={next} className={textLink}>
        Continue
      </Link>
    </p>
  )
}
