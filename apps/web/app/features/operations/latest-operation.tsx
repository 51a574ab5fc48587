import type { QueryPath } from '#lib/query-keys.ts'
import { Card } from '#ui/card.tsx'
import { OperationItem } from './operation-item.tsx'
import { isUnderWay, useLatestOperation } from './operations.queries.ts'

interface LatestOperationProps {
  kind: string
  /** The queries to refetch once the operation has ended. */
  refresh: readonly QueryPath[]
}

/** The running operation of a kind, or the last one if it did not end well. */
export const LatestOperation = ({ kind, refresh }: LatestOperationProps) => {
  const latest = useLatestOperation(kind, refresh)
  if (!latest || (!isUnderWay(latest) && latest.state === 'done')) return null
  return (
    <Card aria-label={latest.title}>
      <OperationItem operation={latest} />
    </Card>
  )
}
