import { countText } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'

export interface ListTotal {
  count: number
  orMore: boolean
}

interface LoadMoreProps {
  shown: number
  /** Omitted by a list that only knows whether there is more. */
  total?: ListTotal | undefined
  step: number
  hasMore: boolean
  isLoading?: boolean
  onLoadMore: () => void
}

export const LoadMore = ({ shown, total, step, hasMore, isLoading = false, onLoadMore }: LoadMoreProps) => {
  const next = total && !total.orMore ? Math.min(step, total.count - shown) : step
  return (
    <div className="flex flex-col items-center gap-3">
      {hasMore && (
        <Button variant="outline" isLoading={isLoading} onClick={onLoadMore}>
          Load {countText(next)} more
        </Button>
      )}
      <p className="num text-small text-muted" aria-live="polite">
        {countText(shown)} {total ? `of ${countText(total)}` : 'shown'}
      </p>
    </div>
  )
}
