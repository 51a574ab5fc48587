import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

interface ReportStateProps<Data> {
  query: UseQueryResult<Data>
  /** What failed, in plain words. */
  failure: string
  children: (data: Data) => ReactNode
}

/** A card with its own query. If the query fails, only this card shows it and the rest of the page works. */
export const ReportState = <Data,>({ query, failure, children }: ReportStateProps<Data>) => {
  if (query.data !== undefined) {
    return (
      <div
        aria-busy={query.isPlaceholderData || undefined}
        className="flex min-w-0 flex-col gap-5 aria-busy:opacity-60"
      >
        {children(query.data)}
      </div>
    )
  }
  if (!query.isError) return <Skeleton className="h-80 rounded-2xl" />
  return (
    <Card>
      <ErrorState
        title={failure}
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    </Card>
  )
}
