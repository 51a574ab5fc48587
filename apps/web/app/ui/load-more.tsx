import { Button } from '#ui/button.tsx'

interface LoadMoreProps {
  shown: number
  total: number
  step: number
  isLoading?: boolean
  onLoadMore: () => void
}

export const LoadMore = ({ shown, total, step, isLoading = false, onLoadMore }: LoadMoreProps) => (
  <div className="flex flex-col items-center gap-3">
    {shown < total && (
      <Button variant="outline" isLoading={isLoading} onClick={onLoadMore}>
        Load {Math.min(step, total - shown)} more
      </Button>
    )}
    <p className="num text-small text-muted" aria-live="polite">
      {shown} of {total}
    </p>
  </div>
)
