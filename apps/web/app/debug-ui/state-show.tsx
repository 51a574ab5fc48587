import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Show } from './show.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const FAILURE = new ApiError(
  503,
  JSON.stringify({ message: 'The store did not respond in time.', requestId: 'req-7f31c0a2' }),
  '',
)

export const StateShow = () => {
  const [shown, setShown] = useState(12)
  return (
    <Show title="Empty, loading, error">
      <div className="grid gap-4 md:grid-cols-3">
        <Card>
          <EmptyState
            icon={<ShoppingCart />}
            title="Your cart is empty"
            description="Add some mods to get started!"
            action={<Button variant="primary">Browse mods</Button>}
          />
        </Card>
        <Card aria-busy="true" aria-label="Loading">
          <div className="flex flex-col gap-4">
            <Skeleton className="aspect-16/10 w-full rounded-xl" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3.5 w-1/2" />
            <div className="flex items-center justify-between">
              <Skeleton className="h-5 w-16" />
              <Skeleton className="h-9 w-20 rounded-md" />
            </div>
          </div>
        </Card>
        <Card>
          <ErrorState
            title="The orders could not be loaded."
            error={FAILURE}
            onRetry={() => undefined}
            support={
              <a href="#top" className="text-muted underline underline-offset-4 hover:text-foreground">
                Contact support
              </a>
            }
          />
        </Card>
      </div>
      <LoadMore
        shown={shown}
        total={{ count: 30, orMore: false }}
        step={12}
        hasMore={shown < 30}
        onLoadMore={() => setShown(Math.min(30, shown + 12))}
      />
    </Show>
  )
}
