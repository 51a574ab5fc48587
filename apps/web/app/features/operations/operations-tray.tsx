import { ListTodo } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { OperationItem } from './operation-item.tsx'
import { isUnderWay, useOperations } from './operations.queries.ts'

export const useRunningCount = () => useOperations().data?.operations.filter(isUnderWay).length ?? 0

/** Lists running operations and those of the last week. */
export const OperationsTray = ({ trigger }: { trigger: ReactNode }) => (
  <Sheet
    title="Background work"
    subtitle="Long operations that the worker runs, and those of the last week."
    trigger={trigger}
  >
    <Operations />
  </Sheet>
)

const Operations = () => {
  const { data, error, refetch, isFetching } = useOperations()
  if (!data && error) {
    return (
      <ErrorState
        title="The operations could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!data) return null
  if (data.operations.length === 0) {
    return (
      <EmptyState
        icon={<ListTodo />}
        title="Nothing is running"
        description="Backups, cleanups, newsletters and leak traces appear here."
      />
    )
  }
  return (
    <ul aria-label="Operations" className="divide-y">
      {data.operations.map((operation) => (
        <li key={operation.id} className="py-4 first:pt-0">
          <OperationItem operation={operation} />
        </li>
      ))}
    </ul>
  )
}
