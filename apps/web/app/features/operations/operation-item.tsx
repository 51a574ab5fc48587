import type { OperationState, OperationView } from '@slipstream/contract/operations'
import { countText } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { Progress } from '#ui/progress.tsx'
import { sizeText } from '#ui/size-text.ts'
import { Status } from '#ui/status.tsx'
import type { Tone } from '#ui/tone-style.ts'
import { isUnderWay, useCancelOperation } from './operations.queries.ts'

const STATES: Record<OperationState, { tone: Tone; word: string }> = {
  queued: { tone: 'info', word: 'Waiting' },
  running: { tone: 'info', word: 'Running' },
  done: { tone: 'success', word: 'Done' },
  failed: { tone: 'destructive', word: 'Failed' },
  canceled: { tone: 'neutral', word: 'Canceled' },
}

const amount = (count: number, { unit }: OperationView) => (unit === 'bytes' ? sizeText(count) : countText(count))

/** "120 of 400", or "120" while the total is unknown. */
const progressText = (operation: OperationView) => {
  const { done, total } = operation
  return total === null ? amount(done, operation) : `${amount(done, operation)} of ${amount(total, operation)}`
}

/** A worker reports every second; after this long without a report, it is probably down. */
const SILENT_MS = 60_000
const isSilent = ({ heartbeatAt, createdAt }: OperationView) =>
  Date.now() - Date.parse(heartbeatAt ?? createdAt) > SILENT_MS

/** One operation: its progress while it runs, its outcome afterwards. */
export const OperationItem = ({ operation }: { operation: OperationView }) => {
  const { title, state, error, startedBy, finishedAt } = operation
  const { tone, word } = STATES[state]
  return (
    <div className="flex flex-col gap-2 text-ui">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{title}</span>
        <Status tone={tone}>{operation.isCanceling ? 'Canceling' : word}</Status>
      </div>
      {isUnderWay(operation) ? <Running operation={operation} /> : <p className="text-muted">{operation.message}</p>}
      {error !== null && (
        <p className="text-destructive wrap-anywhere">{isUnderWay(operation) ? `Retrying after: ${error}` : error}</p>
      )}
      <p className="text-caption text-subtle">
        {startedBy ? `Started by ${startedBy}` : 'Started by the schedule'},{' '}
        <Moment at={finishedAt ?? operation.createdAt} />
      </p>
    </div>
  )
}

const Running = ({ operation }: { operation: OperationView }) => {
  const { done, total, message, id, isCanceling } = operation
  const cancel = useCancelOperation()
  return (
    <>
      <Progress
        label={message}
        value={total === null ? null : total === 0 ? 1 : done / total}
        detail={progressText(operation)}
      />
      {isSilent(operation) && (
        <p role="status" className="text-warning">
          No worker has reported for a minute. The operation continues as soon as one runs.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          variant="outline"
          isLoading={cancel.isPending || isCanceling}
          onClick={() => cancel.mutate(id)}
        >
          Cancel operation
        </Button>
        {cancel.error && <p role="alert">{failureText(cancel.error)}</p>}
      </div>
    </>
  )
}
