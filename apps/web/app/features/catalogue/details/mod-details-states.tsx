import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The page skeleton, for when the server could not load the mod. */
export const ModDetailsSkeleton = () => (
  <div
    className="grid gap-8 pt-9 lg:grid-cols-[minmax(0,1fr)_392px] lg:gap-10"
    aria-busy="true"
    aria-label="Loading the mod"
  >
    <Skeleton className="aspect-[16/10] w-full rounded-2xl" />
    <div className="flex flex-col gap-4">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-20 w-full rounded-lg" />
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-72 w-full rounded-2xl" />
    </div>
  </div>
)

export const ModDetailsError = ({
  error,
  onRetry,
  isRetrying,
}: {
  error: unknown
  onRetry: () => void
  isRetrying: boolean
}) => (
  <div className="pt-16">
    <ErrorState title="This mod could not be loaded." error={error} onRetry={onRetry} isRetrying={isRetrying} />
  </div>
)
