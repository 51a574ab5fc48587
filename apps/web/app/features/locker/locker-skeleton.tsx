import { Skeleton } from '#ui/skeleton.tsx'

export const LockerSkeleton = () => (
  <div className="mt-8 space-y-3" role="status" aria-busy="true" aria-label="Loading your purchases">
    {[1, 2, 3].map((key) => (
      <Skeleton key={key} className="h-[172px] rounded-xl md:h-[124px]" />
    ))}
  </div>
)
