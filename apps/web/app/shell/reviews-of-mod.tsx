import { Suspense } from 'react'
import type { ModDetails } from '@slipstream/contract/mods'
import { useUser } from '#features/auth/auth.queries.ts'
import { ModReviews } from '#features/reviews/lazy-mod-reviews.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The reviews of a mod for the current user or visitor. */
export const ReviewsOfMod = ({ mod }: { mod: ModDetails }) => {
  const { data: user } = useUser()
  return (
    <Suspense fallback={<Skeleton className="mt-5 h-96 rounded-2xl" />}>
      <ModReviews {...mod} isSignedIn={user !== undefined && user !== null} />
    </Suspense>
  )
}
