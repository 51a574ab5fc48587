import { Check, Gem } from 'lucide-react'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'

interface LockerLinkProps {
  title: string
  /** False if Premium includes the mod. */
  isOwned: boolean
}

/** Replaces the Add button of a mod that is owned, or that Premium includes. */
export const LockerLink = ({ title, isOwned }: LockerLinkProps) => (
  <Button asChild variant="outline" size="sm">
    <Link to="/mod-locker" aria-label={`${isOwned ? 'Owned' : 'Included with your Premium'}: ${title}`}>
      {isOwned ? <Check aria-hidden="true" /> : <Gem aria-hidden="true" />}
      {isOwned ? 'Owned' : 'Included'}
    </Link>
  </Button>
)
