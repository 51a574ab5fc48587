import { Check } from 'lucide-react'
import { useState } from 'react'
import type { GuestLog, TicketAttachment } from '@slipstream/contract/tickets'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { AttachmentView } from './attachment-view.tsx'
import {
  useLinkedAttachment,
  useLinkedRating,
  useLinkedReply,
  useLinkedSolve,
  useLinkedThread,
} from './guest.queries.ts'
import { LogPicker } from './log-picker.tsx'
import { MessageList } from './message-list.tsx'
import { RatingForm } from './rating-form.tsx'
import { ReplyForm } from './reply-form.tsx'
import { ThreadFrame } from './thread-frame.tsx'
import { ticketRules } from './tickets.queries.ts'

interface LinkedThreadProps {
  token: string
  storeName: string
  /** Called to return to the contact form. */
  onLeave: () => void
}

/** The ticket of a mailed link. Opening it changes nothing; every change takes a click. */
const LinkedThread = ({ token, storeName, onLeave }: LinkedThreadProps) => {
  const { data: thread, error, refetch, isFetching } = useLinkedThread(token)
  const reply = useLinkedReply(token)
  const solve = useLinkedSolve(token)
  const rate = useLinkedRating(token)
  const [log, setLog] = useState<GuestLog | null>(null)
  if (!thread && error) {
    return (
      <div className="surface rounded-2xl">
        <ErrorState
          title="This ticket could not be opened."
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          support={
            <Button variant="outline" onClick={onLeave}>
              Write to us
            </Button>
          }
        />
      </div>
    )
  }
  if (!thread) {
    return (
      <div role="status" aria-busy="true" aria-label="Loading the ticket">
        <Skeleton className="h-96 rounded-2xl" />
      </div>
    )
  }
  const isSolved = thread.status === 'solved'
  const attachment = (each: TicketAttachment) => <LinkedAttachment token={token} attachment={each} />
  return (
    <ThreadFrame
      thread={thread}
      isPremium={false}
      actions={
        !isSolved && (
          <Button
            variant="outline"
            isLoading={solve.isPending}
            onClick={() => solve.mutate(undefined, { onError: toastFailure('The ticket was not changed') })}
          >
            <Check aria-hidden="true" />
            Mark as solved
          </Button>
        )
      }
      messages={<MessageList messages={thread.messages} storeName={storeName} attachment={attachment} />}
    >
      {isSolved && <RatingForm rating={thread.rating} comment={thread.ratingComment} send={rate.mutateAsync} />}
      <ReplyForm
        schema={ticketRules('reply')}
        isSolved={isSolved}
        send={(written) => reply.mutateAsync({ ...written, ...(log && { log }) })}
        onSent={() => setLog(null)}
        aside={
          <>
            <LogPicker log={log} onChange={setLog} />
            <p className="text-small text-muted">You are writing as {thread.recipient}</p>
          </>
        }
      />
    </ThreadFrame>
  )
}

const LinkedAttachment = ({ token, attachment }: { token: string; attachment: TicketAttachment }) => {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useLinkedAttachment(token, attachment.id, isOpen)
  return <AttachmentView {...{ attachment, isOpen, data, error }} onOpenChange={setOpen} />
}

export default LinkedThread
