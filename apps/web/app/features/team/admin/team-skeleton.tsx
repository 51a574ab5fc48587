import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export const TeamSkeleton = ({ label }: { label: string }) => (
  <Card>
    <div role="status" aria-label={label} className="flex flex-col gap-3">
      {Array.from({ length: 4 }, (_, row) => (
        <Skeleton key={row} className="h-11 w-full" />
      ))}
    </div>
  </Card>
)
